// Fair dice as the client sees to them: salt of its own, given only when they are settled.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../src/lib/server/api";
import { freshSalt, makeTable, playAgain, playOn } from "../src/lib/lobby/dice";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import type { Person, Table } from "../src/lib/server/types";

type Call = { path: string; body: { id?: string; dice?: { ticket: string; salt: string }; salt?: string } };
const TICKET = { ticket: "abc.123", commitment: "promised" };
const NEW = { game: "stone-age", seats: [] };
const table = (more: object) =>
  ({
    id: "abc",
    host: "me",
    state: "open",
    rematch: null,
    seats: [],
    dice: { commitment: "promised" },
    ...more,
  }) as unknown as Table;

describe("fair dice", () => {
  let calls: Call[];
  let answers: Record<string, unknown>;
  const lost = new Set<string>();
  beforeEach(() => {
    calls = [];
    lost.clear();
    settings.person = { id: "me" } as Person;
    vi.spyOn(toasts, "say").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", async (url: string, init: { body: string | null }) => {
      const path = new URL(url, "http://x").pathname.replace("/api", "");
      calls.push({ path, body: JSON.parse(init.body ?? "{}") as Call["body"] });
      if (lost.has(path)) throw new TypeError("Failed to fetch");
      return new Response(JSON.stringify(answers[path]), { headers: { "Content-Type": "application/json" } });
    });
  });
  afterEach(() => {
    settings.person = null;
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("makes salt that nobody has seen", () => {
    expect(freshSalt()).toMatch(/^[0-9a-f]{32}$/);
    expect(freshSalt()).not.toBe(freshSalt());
  });

  it("settles dice of its own for a game that goes on from another", async () => {
    answers = { "/dice": TICKET, "/tables/abc/play-on": table({}) };
    await playOn("abc", 12, [{ kind: "me" }, { kind: "bot", level: "novice" }]);
    expect(calls.map((call) => call.path)).toEqual(["/dice", "/tables/abc/play-on"]);
    expect(calls[1]!.body).toMatchObject({ ply: 12, dice: { ticket: "abc.123" } });
  });

  it("gives salt only when the dice are settled", async () => {
    answers = { "/dice": TICKET, "/tables": table({}) };
    await makeTable(NEW);
    expect(calls.map((call) => call.path)).toEqual(["/dice", "/tables"]);
    expect(calls[1]!.body.dice!.ticket).toBe("abc.123");
    expect(calls[1]!.body.dice!.salt).toHaveLength(32);
    expect(toasts.say).not.toHaveBeenCalled();
  });

  it.each([
    ["a table", "/tables", () => makeTable(NEW)],
    ["one that goes on", "/tables/abc/play-on", () => playOn("abc", 12, [])],
  ])("makes %s once, also after an answer that never came", async (_, path, make) => {
    answers = { "/dice": TICKET, [path]: table({}) };
    lost.add(path);
    await expect(make()).rejects.toThrow();
    lost.clear();
    await make();
    await make();
    const [first, again, another] = calls.filter((call) => call.path === path);
    expect(again!.body).toEqual(first!.body);
    expect(another!.body.id).not.toBe(first!.body.id);
    expect(another!.body.dice!.salt).not.toBe(first!.body.dice!.salt);
    expect(calls.filter((call) => call.path === "/dice")).toHaveLength(2);
    expect(toasts.say).not.toHaveBeenCalled();
  });

  it("asks for other dice after a refusal", async () => {
    answers = { "/dice": TICKET, "/tables": table({}) };
    const make = vi.spyOn(api, "make");
    make.mockRejectedValueOnce(new Refused(409, { key: "ticket-used", text: "", facts: {}, clause: null }));
    await expect(makeTable(NEW)).rejects.toThrow();
    await makeTable(NEW);
    expect(calls.map((call) => call.path)).toEqual(["/dice", "/dice", "/tables"]);
  });

  it("says so if the server has changed them", async () => {
    answers = { "/dice": TICKET, "/tables": table({ dice: { commitment: "another" } }) };
    await makeTable(NEW);
    expect(toasts.say).toHaveBeenCalledOnce();
  });

  it("sits down with salt where somebody else has made the next table", async () => {
    answers = {
      "/tables/old": table({ id: "old", rematch: "next" }),
      "/tables/next": table({ id: "next", host: "other" }),
      "/tables/next/join": table({ id: "next", host: "other" }),
    };
    await playAgain(table({ id: "old" }));
    expect(calls.map((call) => call.path)).toEqual(["/tables/old", "/tables/next", "/tables/next/join"]);
    expect(calls[2]!.body.salt).toHaveLength(32);
  });

  it("sits down with other salt where somebody else was first", async () => {
    answers = {
      "/tables/old": table({ id: "old" }),
      "/dice": TICKET,
      "/tables/old/rematch": table({ id: "next", host: "other", dice: { commitment: "another" } }),
      "/tables/next/join": table({ id: "next", host: "other", state: "playing" }),
    };
    expect((await playAgain(table({ id: "old" }))).state).toBe("playing");
    const [, , rematch, join] = calls;
    expect(join!.path).toBe("/tables/next/join");
    expect(join!.body.salt).toHaveLength(32);
    expect(join!.body.salt).not.toBe(rematch!.body.dice!.salt);
    expect(toasts.say).not.toHaveBeenCalled();
  });

  it("makes another where the next table was given up before it began", async () => {
    answers = {
      "/tables/old": table({ id: "old", rematch: "next" }),
      "/tables/next": table({ id: "next", state: "closed", seq: 0 }),
      "/dice": TICKET,
      "/tables/old/rematch": table({ id: "third", seats: [{ mine: true }] }),
    };
    expect((await playAgain(table({ id: "old" }))).id).toBe("third");
  });
});
