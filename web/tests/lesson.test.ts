// A lesson takes the recorded answer alone, and leaves nothing behind.
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import Switches from "../src/components/table/Switches.svelte";
import { games } from "../src/lib/games.svelte";
import { openLesson } from "../src/lib/practice/lesson.svelte";
import Learn from "../src/pages/Learn.svelte";

describe("a lesson", () => {
  it("takes the recorded answer and no other", async () => {
    const lesson = await openLesson("stone-age");
    expect(lesson.topic).toBe("place-people-1");
    lesson.submit("send hunt 5");
    expect(lesson.topic).toBe("place-people-1");
    lesson.submit("send tool_maker 1");
    expect(lesson.play?.asked).toEqual([1]);
    lesson.close();
  });

  it("leaves nothing behind that listens", async () => {
    const listen = vi.spyOn(document, "addEventListener");
    (await openLesson("stone-age")).close();
    expect(listen.mock.calls.filter(([kind]) => kind === "visibilitychange")).toEqual([]);
    vi.restoreAllMocks();
  });

  it("has no bar above its page, unless it couldn't be had", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const props = { args: ["none"], query: new URLSearchParams() };
    games.all = [{ game: "none", version: 0, seats: [], options: {}, titles: {} }];
    const shown = mount(Learn, { target: document.body, props });
    flushSync();
    expect(document.querySelector("header")).toBeNull();
    await vi.waitFor(() => expect(document.querySelector("header")).not.toBeNull());
    await unmount(shown);
    vi.restoreAllMocks();
  });

  it("has a menu that asks no server, for none knows of its table", async () => {
    const asked = vi.fn(async () => Response.json({}, { status: 401 }));
    vi.stubGlobal("fetch", asked);
    const room = await openLesson("stone-age");
    room.play = { ...room.play!, over: true };
    const shown = mount(Switches, { target: document.body, props: { room, open: () => undefined } });
    flushSync();
    for (const button of document.querySelectorAll<HTMLElement>(".links button")) button.click();
    expect(asked).not.toHaveBeenCalled();
    await unmount(shown);
    room.close();
    vi.unstubAllGlobals();
  });
});
