// Notes of one's own: nothing that was typed is lost, whatever comes between.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OwnNotes } from "../src/lib/table/own-notes.svelte";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import type { Person } from "../src/lib/server/types";

/** A server with notes, which can be away. */
const server = { text: "", away: false, asked: [] as string[], keepalive: [] as unknown[] };
const gone = { error: { key: "not-yours", text: "Not yours.", facts: {}, clause: null } };
let refuses = false;
const opened: OwnNotes[] = [];

async function open(): Promise<OwnNotes> {
  const notes = new OwnNotes("ada", "t");
  opened.push(notes);
  await notes.load();
  return notes;
}
function type(notes: OwnNotes, text: string): void {
  notes.text = text;
  notes.typed();
}

describe("notes of one's own", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    settings.person = { id: "ada" } as Person;
    Object.assign(server, { text: "", away: false, asked: [], keepalive: [] });
    refuses = false;
    vi.spyOn(toasts, "problem").mockImplementation(() => undefined);
    const answer = async (_: string, init: RequestInit) => {
      if (server.away) throw new TypeError("no network");
      if (refuses) return Response.json(gone, { status: 403 });
      if (init.method === "PUT") {
        server.text = (JSON.parse(String(init.body)) as { text: string }).text;
        server.asked.push(server.text);
        server.keepalive.push(init.keepalive);
      }
      return Response.json({ text: server.text });
    };
    vi.stubGlobal("fetch", vi.fn(answer));
  });
  afterEach(async () => {
    server.away = refuses = false;
    for (const notes of opened.splice(0)) await notes.save(); // They would go on in other tests.
    settings.person = null;
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("are saved after a pause, and then no longer kept here", async () => {
    const notes = await open();
    type(notes, "a");
    type(notes, "ab");
    expect([notes.saved, localStorage.length]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([server.asked, notes.saved, localStorage.length]).toEqual([["ab"], true, 0]);
  });

  it("are saved at once by whoever leaves the page", async () => {
    const notes = await open();
    type(notes, "bye");
    dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(0);
    expect([server.text, server.keepalive]).toEqual(["bye", [true]]);
  });

  it("are there again after a failure, also in a page that was loaded anew", async () => {
    const notes = await open();
    server.away = true;
    type(notes, "plan");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(notes.problem).toBe("web.error.offline");
    expect(toasts.problem).toHaveBeenCalledOnce();
    const anew = await open();
    expect([anew.text, anew.ready, anew.saved]).toEqual(["plan", true, false]);
    server.away = false;
    await vi.advanceTimersByTimeAsync(6000);
    expect([server.text, anew.saved, anew.problem, notes.saved]).toEqual(["plan", true, "", true]);
    expect(localStorage.length).toBe(0);
  });

  it("say why they were refused, and don't ask for ever", async () => {
    const notes = await open();
    refuses = true;
    type(notes, "mine");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([notes.problem, notes.text, vi.getTimerCount()]).toEqual(["Not yours.", "mine", 0]);
  });

  it("show what was written elsewhere since they were last shown", async () => {
    const notes = await open();
    server.text = "elsewhere";
    await notes.load();
    expect([notes.text, notes.saved]).toEqual(["elsewhere", true]);
    server.away = true;
    await notes.load();
    expect([notes.text, notes.problem]).toEqual(["elsewhere", ""]);
  });

  it("are never written or read as somebody else's, and wait until one is back", async () => {
    const notes = await open();
    server.away = true;
    type(notes, "Ada's");
    await vi.advanceTimersByTimeAsync(1000);
    settings.person = { id: "ben" } as Person;
    Object.assign(server, { away: false, text: "Ben's" });
    await vi.advanceTimersByTimeAsync(20_000);
    dispatchEvent(new Event("pagehide"));
    await notes.load();
    expect([server.text, server.asked, notes.text]).toEqual(["Ben's", [], "Ada's"]);
    settings.person = { id: "ada" } as Person;
    server.text = "";
    await notes.load();
    expect([server.text, notes.saved]).toEqual(["Ada's", true]);
  });

  it("stay as they are where an older answer comes after they were saved", async () => {
    const notes = await open();
    let answer = (_: Response) => {};
    vi.mocked(fetch).mockReturnValueOnce(new Promise((go) => (answer = go)));
    const loading = notes.load();
    type(notes, "new");
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.text).toBe("new");
    answer(Response.json({ text: "" }));
    await loading;
    expect([notes.text, notes.saved]).toEqual(["new", true]);
  });

  it("are joined with what was written elsewhere meanwhile", async () => {
    const notes = await open();
    server.away = true;
    type(notes, "here");
    await vi.advanceTimersByTimeAsync(1000);
    Object.assign(server, { away: false, text: "there" });
    expect((await open()).text).toBe("there\n\nhere");
    expect(server.text).toBe("there\n\nhere");
  });
});
