// The live channel: cut off, back again, and nothing sent twice or lost.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEarlySocket } from "../src/lib/server/early-socket";
import { LiveSocket } from "../src/lib/server/socket";
import { FakeSocket } from "./fake-socket";
import type { Heard } from "../src/lib/server/types";

describe("the live channel", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", async () => new Response("{}"));
    FakeSocket.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function start() {
    const heard: Heard[] = [];
    const states: string[] = [];
    let seq = 0;
    const live = new LiveSocket("/tables/x/socket", {
      hello: () => ({ type: "hello", seq }),
      hear: (message) => (heard.push(message), message.type === "play" && (seq = message.seq)),
      connection: (state) => states.push(state),
    });
    return { live, heard, states, last: () => FakeSocket.last };
  }

  it("says hello with what it has, and comes back by itself after a cut", async () => {
    const { last, states } = start();
    last().open();
    expect(last().sent).toEqual([{ type: "hello", seq: 0 }]);
    last().hear({ type: "play", seq: 7 });
    last().close();
    expect(states.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    last().open();
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().sent[0]).toEqual({ type: "hello", seq: 7 });
    expect(states.at(-1)).toBe("open");
  });

  it("takes over what was opened ahead, with all that it has heard", () => {
    openEarlySocket("/tables/x/socket");
    FakeSocket.last.open();
    FakeSocket.last.hear({ type: "play", seq: 3 });
    const { heard, states, last } = start();
    last().hear({ type: "play", seq: 4 });
    expect(FakeSocket.all).toHaveLength(1);
    expect(last().sent).toMatchObject([{ type: "hello", seq: 0 }]);
    expect(heard).toEqual([
      { type: "play", seq: 3 },
      { type: "play", seq: 4 },
    ]);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("says hello itself where what was opened ahead isn't there yet", () => {
    openEarlySocket("/tables/x/socket");
    const { last } = start();
    last().open();
    expect(FakeSocket.all).toHaveLength(1);
    expect(last().sent).toEqual([{ type: "hello", seq: 0 }]);
  });

  it("opens its own where the one ahead was another's, was closed, or was given up", () => {
    openEarlySocket("/tables/y/socket");
    start();
    openEarlySocket("/tables/x/socket");
    FakeSocket.all[0]!.open();
    FakeSocket.last.close();
    start();
    openEarlySocket("/tables/x/socket");
    FakeSocket.last.open();
    openEarlySocket(null);
    start();
    expect(FakeSocket.all.map((each) => each.readyState)).toEqual([3, 0, 3, 0, 3, 0]);
  });

  it("sends a probe back at once, and bothers nobody with it", () => {
    const { heard, last } = start();
    last().open();
    last().hear({ type: "probe", number: 7 });
    expect(last().sent.at(-1)).toEqual({ type: "echo", number: 7 });
    expect(heard).toEqual([]);
  });

  it("repeats what was not acknowledged under the same id, and nothing else", async () => {
    const { live, last } = start();
    last().open();
    live.send({ type: "move", id: "a", text: "send hut 2" });
    live.send({ type: "move", id: "b", text: "send forest 1" });
    last().hear({ type: "done", id: "a", seq: 1, again: false });
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    last().open();
    expect(last().sent.map((each) => each.id)).toEqual([undefined, "b"]);
    last().hear({ type: "refused", id: "b", error: { key: "stale" } });
    last().close();
    await vi.advanceTimersByTimeAsync(2000);
    last().open();
    expect(last().sent.map((each) => each.type)).toEqual(["hello"]);
  });

  it("leaves a line on which nothing is answered, and says the same on another", async () => {
    const { live, last, states } = start();
    last().open();
    last().hear({ type: "play", seq: 7 });
    await vi.advanceTimersByTimeAsync(15000);
    expect(states.at(-1)).toBe("open");
    live.send({ type: "move", id: "a", text: "send hut 2" });
    await vi.advanceTimersByTimeAsync(9500);
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    expect(last().sent.map((each) => each.id)).toEqual([undefined, "a"]);
    last().hear({ type: "done", id: "a", seq: 8, again: false });
    await vi.advanceTimersByTimeAsync(15000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("stays away once it is ended", async () => {
    const { live, last, states } = start();
    last().open();
    live.close();
    await vi.advanceTimersByTimeAsync(20000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
  });
});
