// The next table after a game: to be joined, to be watched, or none.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { missingAt, NextTable, offerOf } from "../src/lib/result/next.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Heard, Person, Table } from "../src/lib/server/types";
import { FakeSocket } from "./fake-socket";

const kept = { kind: "kept", person: "me", name: "Ada", mine: false };
const mine = { kind: "person", person: "me", name: "Ada", mine: true };
const other = { kind: "person", person: "ben", name: "Ben", mine: false };
const next = (state: string, ...seats: object[]) =>
  ({
    id: "next",
    state,
    seq: 0,
    host: "ben",
    seats: seats.map((each, seat) => ({ seat, ...each })),
  }) as Table;

describe("the next table", () => {
  beforeEach(() => {
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    settings.person = { id: "me" } as Person;
  });
  afterEach(() => {
    settings.person = null;
    vi.unstubAllGlobals();
  });

  it("is to be joined where a seat is kept for me, and to be watched where none is", () => {
    expect(offerOf(next("open", kept, other), "me")).toBe("join");
    expect(offerOf(next("open", kept, other), "eve")).toBe("watch");
    expect(offerOf(next("playing", { kind: "bot" }, other), "me")).toBe("watch");
  });

  it("waits for others once I sit there, and then begins", () => {
    const waiting = next("open", mine, { ...kept, person: "ben", name: "Ben" });
    expect(offerOf(waiting, "me")).toBe("waiting");
    expect(missingAt(waiting)).toEqual(["Ben"]);
    expect(offerOf(next("playing", mine, other), "me")).toBe("begun");
  });

  it("is nothing where there is none, or it was given up before it began", () => {
    expect(offerOf(null, "me")).toBeNull();
    expect(offerOf(next("closed", kept, other), "me")).toBeNull();
    expect(offerOf({ ...next("closed", mine, other), seq: 4 }, "me")).toBe("begun");
  });

  it("is looked at again whenever my games change, until nobody follows it", async () => {
    let found = next("open", kept, other);
    vi.stubGlobal("fetch", async () => Response.json(found));
    const followed = new NextTable();
    const end = followed.follow("next");
    FakeSocket.last.open();
    await vi.waitFor(() => expect(followed.offer).toBe("join"));
    found = next("playing", mine, other);
    FakeSocket.last.hear({ type: "mine", order: ["next"], tables: [] } as Heard);
    await vi.waitFor(() => expect(followed.offer).toBe("begun"));
    end();
    expect(followed.offer).toBeNull();
  });
});
