// Hints: asked for, put away, and refused where the game is rated or has gone on.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Hints } from "../src/lib/table/hints.svelte";
import { Room } from "../src/lib/table/room.svelte";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import type { Move } from "../src/lib/server/types";
import { play, table } from "./messages";

const HINTS = [{ text: "send forest 1", chance: 0.5, points: 100, why: "" }];

describe("hints", () => {
  let asked: string[];
  beforeEach(async () => {
    await settings.load("en");
    asked = [];
    vi.spyOn(toasts, "say").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(new URL(url, "http://x").pathname);
      return Response.json(HINTS);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  /** The hints of a table with these facts. */
  const at = (facts: object): Hints => {
    const room = new Room("t");
    room.table = { ...table(1), ...facts };
    return new Hints(room);
  };

  it("are asked for, and put away by who asks again", async () => {
    const hints = at({ rated: false });
    await hints.ask();
    expect(hints.found).toEqual(HINTS);
    await hints.ask();
    expect(hints.found).toBeNull();
    expect(asked).toEqual(["/api/tables/t/hints"]);
  });

  it("aren't shown where the game has gone on meanwhile", async () => {
    const room = new Room("t");
    room.table = table(1);
    room.play = play(1);
    const hints = new Hints(room);
    const asking = hints.ask();
    room.play = play(2);
    await asking;
    expect(hints.found).toBeNull();
  });

  it("stay for as long as the same is asked, whatever else is told", async () => {
    const room = new Room("t");
    room.table = table(1);
    const tell = (seq: number, moves: Move[]) => (room.play = play(seq, { moves }));
    const moves: Move[] = [{ kind: "pass", text: "pass" }];
    tell(1, moves);
    const hints = new Hints(room);
    const asking = hints.ask();
    tell(2, moves);
    await asking;
    expect(hints.found).toEqual(HINTS);
    tell(3, moves);
    expect(hints.found).toEqual(HINTS);
    tell(4, [...moves]);
    expect(hints.found).toBeNull();
  });

  it("aren't even asked for in a rated game, which says so", async () => {
    const hints = at({ rated: true });
    await hints.ask();
    expect([hints.found, asked]).toEqual([null, []]);
    expect(toasts.say).toHaveBeenCalledExactlyOnceWith("There are no hints in rated games.");
  });
});
