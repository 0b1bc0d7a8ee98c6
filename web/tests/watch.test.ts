// What waits for me on any page, and is told once.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockTime, minuteOf } from "../src/lib/i18n/numbers";
import { pairing } from "../src/lib/lobby/pairing.svelte";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import type { Heard, Person, Table } from "../src/lib/server/types";
import { compare, waitsFor, watch } from "../src/lib/lobby/watch.svelte";
import { FakeSocket } from "./fake-socket";

const me = { kind: "person", person: "me", name: "Ada", mine: true };
const ben = { kind: "person", person: "ben", name: "Ben", mine: false };
const kept = { ...me, kind: "kept", mine: false };
const table = (id: string, asked: number[], seats: object[] = [me, ben], state = "playing") =>
  ({
    id,
    game: "none",
    state,
    host: "ben",
    asked,
    seats: seats.map((each, seat) => ({ ...each, seat })),
    ply: 0,
    last: null,
  }) as unknown as Table;
const later = (before: Table, ply: number, last: number | null) => ({
  ...before,
  ply: before.ply + ply,
  last: last === null ? null : { kind: "sent", seat: last },
});

describe("what waits for me", () => {
  it("is a game in which I am asked, or one with a seat kept for me", () => {
    expect(waitsFor(table("a", [0]), "me")).toBe(true);
    expect(waitsFor(table("a", [1]), "me")).toBe(false);
    expect(waitsFor(table("a", [], [ben, kept], "open"), "me")).toBe(true);
    expect(waitsFor(table("a", [], [ben, kept], "open"), "eve")).toBe(false);
  });

  it("isn't one where a bot plays for me, or that is over", () => {
    expect(waitsFor(table("a", [0], [{ ...me, stand_in: "casual" }, ben]), "me")).toBe(false);
    expect(waitsFor(table("a", [0], [me, ben], "over"), "me")).toBe(false);
  });
});

describe("what happened between two looks", () => {
  const events = (before: Table[], after: Table[]) =>
    compare(before, after, "me").map(({ event, table: { id } }) => `${event} ${id}`);

  it("is told once", () => {
    expect(events([table("a", [1])], [table("a", [0])])).toEqual(["turn a"]);
    expect(events([table("a", [0])], [table("a", [0])])).toEqual([]);
    expect(events([], [table("a", [], [ben, kept], "open")])).toEqual(["rematch a"]);
    const invited = { ...kept, came_by: "invited" };
    expect(events([], [table("a", [], [ben, invited], "open")])).toEqual(["invited a"]);
  });

  it("is my turn again where others answered me before the second look", () => {
    const [mine, secret] = [table("a", [0]), table("b", [0, 1])];
    expect(events([mine], [later(mine, 2, 1)])).toEqual(["turn a"]);
    expect(events([mine], [later(mine, 5, 1)])).toEqual(["turn a"]);
    expect(events([mine], [later(mine, 1, 0)])).toEqual([]); // I go on myself.
    expect(events([mine], [later(mine, -1, 1)])).toEqual([]); // Something was taken back.
    expect(events([secret], [later(secret, 1, 1)])).toEqual([]); // Ben has chosen in secret, and I haven't.
    expect(events([secret], [later(secret, 3, 1)])).toEqual(["turn b"]);
  });

  it("is perhaps the end of a game that is no longer there, and nothing of one that never began", () => {
    expect(events([table("a", [1])], [])).toEqual(["over a"]);
    expect(events([table("a", [], [me, ben], "open")], [])).toEqual([]);
  });
});

describe("my tables on every page", () => {
  let end = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    toasts.all = [];
    settings.person = { id: "me" } as Person;
    watch.forget();
  });
  afterEach(() => {
    end();
    settings.person = null;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const hear = (...tables: Table[]) =>
    FakeSocket.last.hear({ type: "mine", order: tables.map(({ id }) => id), tables } as Heard);

  it("are told of by a socket that comes after everything else", () => {
    end = watch.open(false, null, "me");
    expect(FakeSocket.all).toHaveLength(0);
    vi.runOnlyPendingTimers();
    FakeSocket.last.open();
    hear(table("a", [0]), table("b", [1]));
    expect(watch.waiting.map(({ id }) => id)).toEqual(["a"]);
    expect(toasts.all).toHaveLength(0); // What was so before is no news.
    hear(table("a", [0]), table("b", [0]));
    expect(toasts.all.map(({ link }) => link?.path)).toEqual(["/t/b"]);
  });

  it("have the one that I looked for among them, also if it was found before I listened", () => {
    const found = vi.spyOn(pairing, "found").mockReturnValue(true);
    const paired = table("a", [], [ben, { ...kept, came_by: "paired" }], "open");
    for (const mine of [null, { game: "none", players: 2, pace: "now", rated: false } as const]) {
      watch.forget();
      pairing.mine = mine;
      end = watch.open(true, null, "me");
      vi.runOnlyPendingTimers();
      FakeSocket.last.open();
      hear(paired, table("b", [0]));
      expect(found).toHaveBeenCalledTimes(mine ? 1 : 0);
      end();
    }
    expect(toasts.all).toHaveLength(0);
    found.mockRestore();
  });

  it("offer the way to where somebody has written", () => {
    end = watch.open(true, null, "me");
    vi.runOnlyPendingTimers();
    FakeSocket.last.open();
    hear(table("a", [1]), table("b", [1]));
    FakeSocket.last.hear({ type: "said", table: "elsewhere" });
    FakeSocket.last.hear({ type: "said", table: "b" });
    FakeSocket.last.hear({ type: "said", table: "b" });
    expect(toasts.all.map(({ link }) => link?.path)).toEqual(["/t/b"]);
  });

  it("are nobody's where nobody is known", () => {
    end = watch.open(false, null, null);
    vi.runOnlyPendingTimers();
    expect(FakeSocket.all).toHaveLength(0);
  });

  it("are told of at once where an event is shown, and what happens in it", () => {
    const before = watch.eventNews;
    end = watch.open(false, "club", null);
    vi.advanceTimersByTime(0);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toEqual({ type: "hello", lobby: false, event: "club" });
    FakeSocket.last.hear({ type: "event", event: "club" });
    FakeSocket.last.hear({ type: "event", event: "club" });
    expect(watch.eventNews).toBe(before + 2);
  });

  it("have ended only if the server says so", async () => {
    end = watch.open(true, null, "me");
    vi.runOnlyPendingTimers();
    FakeSocket.last.open();
    hear(table("a", [1]), table("b", [1]));
    vi.stubGlobal("fetch", async (address: string) =>
      Response.json({ state: address.includes("/b?") ? "over" : "closed" }),
    );
    hear();
    await vi.waitFor(() => expect(toasts.all.map(({ link }) => link?.path)).toEqual(["/t/b"]));
  });
});

describe("times of the day", () => {
  it("are minutes", () => {
    for (const minute of [0, 59, 60, 480, 1439]) expect(minuteOf(clockTime(minute))).toBe(minute);
    expect(clockTime(485)).toBe("08:05");
  });
});
