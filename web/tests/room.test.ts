// A room, the client's side of a table: messages, moves, undo, seats and coming back.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Room } from "../src/lib/table/room.svelte";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import type { Heard, Move, Person, Play, Table } from "../src/lib/server/types";
import { news, play, table } from "./messages";
import { FakeSocket } from "./fake-socket";

const SEND = { kind: "send", text: "send forest 1" } as Move;

/** An open room where so many of two seats are mine; the game brings nothing of its own. */
async function open(mine = 1): Promise<{ room: Room; hear: (message: Heard) => void }> {
  const answers: Record<string, unknown> = {
    "/history": { entries: [], undone: [] },
  };
  vi.stubGlobal("fetch", async (url: string) => {
    const found = Object.keys(answers).findLast((part) => url.includes(part));
    return Response.json(found ? answers[found] : {});
  });
  const room = new Room("t");
  room.open();
  FakeSocket.last.open();
  FakeSocket.last.hear({ type: "table", table: table(mine) });
  await vi.waitFor(() => expect(room.kit).not.toBeNull(), { timeout: 20_000 });
  return { room, hear: (message) => FakeSocket.last.hear(message) };
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(toasts, "say").mockImplementation(() => undefined);
  vi.spyOn(toasts, "problem").mockImplementation(() => undefined);
  FakeSocket.all = [];
  settings.now.speed = "none";
  settings.now.confirm = false;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a room", () => {
  it("is missing where the server knows no such table", async () => {
    const room = new Room("t");
    room.open();
    FakeSocket.last.open();
    const error = { key: "not-found", text: "", facts: {}, clause: null };
    FakeSocket.last.hear({ type: "refused", id: null, error });
    FakeSocket.last.hear({ type: "bye", reason: "closed" });
    expect(room.missing).toBe("web.table.missing");
    expect(toasts.all).toEqual([]);
    room.close();
  });

  it("shows the latest message, and what has happened since the one before", async () => {
    const { room, hear } = await open();
    hear(play(1, { news: [news("sent", 1)] }));
    expect(room.news).toEqual([]);
    await vi.waitFor(() => expect(room.log).toEqual([]));
    hear(play(2, { news: [news("sent", 1)], round: 3 }));
    expect(room.news).toEqual([news("sent", 1)]);
    expect(room.log).toEqual([{ ply: 2, round: 3, news: [news("sent", 1)] }]);
    expect([room.plies, room.round]).toEqual([2, 3]);
    room.close();
  });

  it("tells a screen reader of all news in order, also of those that are skipped", async () => {
    const { room, hear } = await open();
    settings.now.speed = "normal";
    const told: string[] = [];
    room.tellNews = (all) => told.push(...all.map(({ kind }) => kind));
    hear(play(1));
    for (const seq of [2, 3, 4]) hear(play(seq, { news: [news(`a${seq}`, 1), news(`b${seq}`, 1)] }));
    expect(told).toEqual(["a2", "b2"]);
    room.skip();
    expect(told).toEqual(["a2", "b2", "a3", "b3", "a4", "b4"]);
    room.close();
  });

  it("sends a chosen move at once, and offers nothing until it is answered", async () => {
    const { room, hear } = await open();
    hear(play(1, { moves: [SEND] }));
    expect(room.myTurn).toBe(true);
    room.choose(SEND);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "move", text: SEND.text, seq: 1, seat: 0 });
    expect([room.pending, room.moves]).toEqual([SEND.text, []]);
    room.submit("another");
    expect(FakeSocket.last.sent.filter(({ type }) => type === "move")).toHaveLength(1);
    hear(play(2));
    expect(room.pending).toBeNull();
    room.close();
  });

  it("waits for a yes where the player wants to confirm", async () => {
    settings.now.confirm = true;
    const { room, hear } = await open();
    hear(play(1, { moves: [SEND] }));
    room.choose(SEND);
    expect([room.chosen, room.pending]).toEqual([SEND, null]);
    room.submit(SEND.text);
    expect([room.chosen, room.pending]).toEqual([null, SEND.text]);
    room.close();
  });

  it("keeps the moves, and the one that is chosen, until another question is asked", async () => {
    settings.now.confirm = true;
    const { room, hear } = await open();
    hear(play(1, { moves: [SEND] }));
    const { moves } = room;
    room.choose(SEND);
    hear({ type: "table", table: table(1) });
    hear(play(2, { ply: 1, moves: [{ ...SEND }] }));
    expect([room.moves === moves, room.chosen, room.play?.seq]).toEqual([true, SEND, 2]);
    hear(play(3, { ply: 1, moves: [SEND], news: [news("took-back", 1)] }));
    expect([room.moves === moves, room.chosen]).toEqual([false, null]);
    room.close();
  });

  it("offers the moves again when one is refused", async () => {
    const { room, hear } = await open();
    hear(play(1, { moves: [SEND] }));
    room.choose(SEND);
    hear({ type: "refused", id: "x", error: { key: "stale", text: "", facts: {}, clause: null } });
    expect([room.pending, room.moves]).toEqual([null, [SEND]]);
    room.close();
  });

  it("says hello again with the latest it has heard, also what isn't shown yet", async () => {
    settings.now.speed = "normal";
    const { room, hear } = await open();
    for (const seq of [4, 5, 6]) hear(play(seq, { news: [news("sent", 1)] }));
    expect(room.play?.seq).toBe(5);
    expect(room.waiting).toBe(true);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "hello", seq: 6 });
    room.skip();
    expect(room.play?.seq).toBe(6);
    room.close();
  });
});

describe("who has left", () => {
  const left = (seat: number, mine = 1) => {
    const now = table(mine);
    return { ...now, seats: now.seats.map((s) => ({ ...s, stand_in: s.seat === seat ? "casual" : null })) };
  };

  it("is told to the others, and so is who comes back", async () => {
    const { room, hear } = await open();
    hear({ type: "table", table: left(1) });
    hear({ type: "table", table: left(1) });
    expect(toasts.say).toHaveBeenCalledTimes(1);
    hear({ type: "table", table: table(1) });
    expect(toasts.say).toHaveBeenCalledTimes(2);
    room.close();
  });

  it("has no move to make until they are back", async () => {
    const { room, hear } = await open();
    hear(play(1, { moves: [SEND] }));
    hear({ type: "table", table: left(0) });
    expect([room.away, room.myTurn, room.moves]).toEqual([true, false, []]);
    hear({ type: "table", table: table(1) });
    expect([room.away, room.myTurn, room.moves]).toEqual([false, true, [SEND]]);
    room.close();
  });
});

describe("a request to take back", () => {
  const asking = (more: object = {}) =>
    ({ ...table(1), seq: 4, undo: { seat: 0, ply: 2, agreed: [0], missing: [1] }, ...more }) as Table;

  it("tells who asked that it was refused", async () => {
    const { room, hear } = await open();
    hear({ type: "table", table: asking() });
    hear({ type: "table", table: asking({ undo: null }) });
    expect(toasts.say).toHaveBeenCalledOnce();
    room.close();
  });

  it("says nothing of the kind where it was granted, withdrawn, or another's", async () => {
    const { room, hear } = await open();
    hear({ type: "table", table: asking() });
    hear({ type: "table", table: asking({ undo: null, seq: 5 }) });
    hear({ type: "table", table: asking() });
    room.answerUndo(false);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "undo-answer", agree: false });
    hear({ type: "table", table: asking({ undo: null }) });
    hear({ type: "table", table: asking({ undo: { seat: 1, ply: 2, agreed: [1], missing: [0] } }) });
    hear({ type: "table", table: asking({ undo: null }) });
    expect(toasts.say).not.toHaveBeenCalled();
    room.close();
  });
});

describe("who comes back to a hidden page", () => {
  it("has missed what happened, also where they sat down in the lobby", async () => {
    const { room, hear } = await open();
    room.close();
    room.open();
    FakeSocket.last.open();
    hear(play(1));
    const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    hear(play(2));
    visible.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(room.absence.since).toBe(1);
    room.close();
  });
});

describe("what is typed", () => {
  afterEach(() => (settings.person = null));

  it("stays until it has been said", async () => {
    const { room } = await open();
    settings.person = { id: "me" } as Person;
    room.chat.draft = " hello ";
    vi.stubGlobal("fetch", async () => Response.json({ error: { key: "nobody" } }, { status: 401 }));
    await room.chat.say();
    expect([room.chat.draft, vi.mocked(toasts.problem).mock.calls.length]).toEqual([" hello ", 1]);
    const said: unknown[] = [];
    vi.stubGlobal("fetch", async (_: string, init: { body: string }) => {
      said.push(JSON.parse(init.body));
      return Response.json({ number: 1 });
    });
    await room.chat.say();
    expect(said).toMatchObject([{ text: "hello" }]);
    expect(room.chat.draft).toBe("");
    room.close();
  });

  it("makes a spectator somebody by the name they give", async () => {
    const { room } = await open();
    const paths: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      paths.push(new URL(url, "http://x").pathname);
      return Response.json({ id: "me", number: 1 });
    });
    room.chat.draft = "hello";
    await room.chat.say("Eve");
    expect(paths.slice(0, 1)).toEqual(["/api/me"]);
    expect(paths).toContain("/api/tables/t/chat");
    expect(room.chat.draft).toBe("");
    room.close();
  });
});

describe("looking back", () => {
  it("goes on with the eyes one looks through, until it is now again", async () => {
    const { room, hear } = await open();
    hear(play(9, { over: true }));
    vi.stubGlobal("fetch", async (url: string) => {
      const { pathname, searchParams } = new URL(url, "http://here");
      const [ply, seat] = [pathname.split("/").at(-1), searchParams.get("seat")].map(Number);
      return Response.json({ ply, seat, view: {}, round: 1 });
    });
    await room.showPly(4);
    expect([room.past?.ply, room.seat]).toEqual([4, 0]);
    await room.showPly(6, 1);
    await room.showPly(7);
    expect([room.past?.ply, room.seat]).toEqual([7, 1]);
    room.returnToNow();
    expect([room.past, room.seat]).toEqual([null, 0]);
    room.close();
  });

  describe("after answers were taken back", () => {
    let line = "";
    const position = async (url: string) => {
      const ply = Number(new URL(url, "http://here").pathname.split("/").at(-1));
      return Response.json({ ply, seat: 0, view: { line }, round: 1, entries: [], undone: [] });
    };
    const seen = (room: Room) => (room.past?.view as { line?: string } | undefined)?.line;

    it.each([
      ["a message says so", { news: [news("took-back", 1)], ply: 8 }],
      ["there are fewer than before", { ply: 5 }],
      ["it begins anew", { fresh: true, ply: 8 }],
    ])("shows what was played instead where %s", async (_, more) => {
      const { room, hear } = await open();
      hear(play(8));
      line = "first";
      vi.stubGlobal("fetch", position);
      await room.showPly(4);
      expect(seen(room)).toBe("first");
      line = "second";
      hear(play(9, more));
      await room.showPly(4);
      expect(seen(room)).toBe("second");
      room.close();
    });

    it("is now again where the position is no more", async () => {
      const { room, hear } = await open();
      hear(play(8));
      vi.stubGlobal("fetch", position);
      await room.showPly(7);
      hear(play(9, { news: [news("took-back", 1)], ply: 6 }));
      expect(room.past).toBeNull();
      room.close();
    });

    it("asks again for what was on its way", async () => {
      const { room, hear } = await open();
      hear(play(8));
      line = "first";
      let answer: () => void = () => undefined;
      const held = new Promise<void>((go) => (answer = go));
      vi.stubGlobal("fetch", async (url: string) => {
        const found = await position(url);
        await held;
        return found;
      });
      const looked = room.showPly(4);
      line = "second";
      hear(play(9, { news: [news("took-back", 1)], ply: 6 }));
      answer();
      await looked;
      expect(seen(room)).toBe("second");
      room.close();
    });
  });

  it("shows the eyes asked for last, whichever answer comes first", async () => {
    const { room, hear } = await open();
    hear(play(9, { over: true }));
    const answers: (() => void)[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      const seat = Number(new URL(url, "http://here").searchParams.get("seat"));
      await new Promise<void>((go) => answers.push(go));
      return Response.json({ ply: 4, seat, view: {}, round: 1 });
    });
    const both = [room.showPly(4, 0), room.showPly(4, 1)];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers.reverse().forEach((answer) => answer());
    await Promise.all(both);
    expect(room.seat).toBe(1);
    room.close();
  });

  it("tells the log answer by answer once the game is over", async () => {
    const { room, hear } = await open();
    hear(play(1));
    const entries = [1, 2].map((ply) => ({ ply, round: 1, news: [news("sent", 1)] }));
    vi.stubGlobal("fetch", async () => Response.json({ entries, undone: [] }));
    hear(play(3, { news: [news("sent", 1), news("sent", 1)], over: true }));
    await vi.waitFor(() => expect(room.log).toEqual(entries));
    room.close();
  });
});

describe("the curtain", () => {
  async function pass(mine: number, more: Partial<Play> = {}): Promise<Room> {
    const { room, hear } = await open(mine);
    hear(play(1));
    hear(play(2, { seat: 1, ...more }));
    room.close();
    return room;
  }

  it("falls when the screen goes to somebody else", async () => {
    expect((await pass(2)).hidden).toBe(true);
  });
  it("stays up for one person alone, and when the game is over", async () => {
    expect((await pass(1)).hidden).toBe(false);
    expect((await pass(2, { over: true })).hidden).toBe(false);
  });
  it("stays up where a game says that nothing is secret", async () => {
    const { room, hear } = await open(2);
    room.kit = { ...room.kit!, hasSecrets: () => false };
    hear(play(1));
    hear(play(2, { seat: 1 }));
    expect(room.hidden).toBe(false);
    room.close();
  });
});
