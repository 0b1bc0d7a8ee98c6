// A plan laid down before, in a page that was loaded anew.
import { mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import PlanBar from "../src/components/table/PlanBar.svelte";
import { offeredAt, remember } from "../src/lib/table/offered-moves";
import { toasts } from "../src/lib/toasts.svelte";
import type { Room } from "../src/lib/table/room.svelte";
import type { Move, OwnPlan } from "../src/lib/server/types";
import { play } from "./messages";

const HUT: Move = { text: "send hut 2", kind: "send", place: "hut", count: 2 };
const FIELD: Move = { text: "send field 1", kind: "send", place: "field", count: 1 };

describe("a plan after the page was loaded anew", () => {
  let shown: ReturnType<typeof mount>;
  afterEach(async () => {
    await unmount(shown);
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });

  /** The bar, once it has so many buttons. */
  async function show(plans: OwnPlan[], buttons: number): Promise<HTMLElement> {
    vi.stubGlobal("fetch", async () => Response.json({ plans }));
    const room = { id: "t", play: play(7), names: [], myTurn: false, over: false, past: null, away: false };
    const target = document.createElement("div");
    shown = mount(PlanBar, { target, props: { room: room as unknown as Room, game: "stone-age" } });
    await vi.waitFor(() => expect(target.querySelectorAll("button")).toHaveLength(buttons));
    return target;
  }
  const plan = { seat: 0, answers: [HUT.text], moves: [HUT], dropped: false };

  it("is shown and can be withdrawn, also in a browser that never offered it", async () => {
    const bar = await show([plan], 1);
    expect(bar.querySelectorAll("li")).toHaveLength(1);
  });

  it("can go on from what was offered last", async () => {
    remember("t", [HUT, FIELD]);
    remember("other", [HUT]);
    await show([plan], 2);
    expect(offeredAt("t")).toEqual([HUT, FIELD]);
  });

  it("is no failure where it was withdrawn and only the look after it failed", async () => {
    const bar = await show([plan], 1);
    const told = vi.spyOn(toasts, "problem").mockImplementation(() => undefined);
    const ask = vi.fn(async (_: string, { method }: RequestInit) =>
      Response.json({}, { status: method === "DELETE" ? 200 : 503 }),
    );
    vi.stubGlobal("fetch", ask);
    bar.querySelector("button")!.click();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    await new Promise((go) => setTimeout(go));
    expect(told).not.toHaveBeenCalled();
  });

  it("can be begun where there is none", async () => {
    remember("t", [HUT]);
    await show([], 1);
  });
});
