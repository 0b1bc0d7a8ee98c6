import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback, timeFor } from "../src/lib/playback";
import { news, play } from "./messages";

const REACTIONS = { rolled: { shown: 1300, unhurried: true }, built: { shown: 800 } };

describe("how long a message is shown", () => {
  it("is what its weightiest news needs", () => {
    expect(timeFor(play(1, { news: [news("sent", 1), news("built", 1)] }), REACTIONS)).toBe(800);
    expect(timeFor(play(1, { news: [news("sent", 1)] }), REACTIONS)).toBe(350);
    expect(timeFor(play(1), REACTIONS)).toBe(120);
  });
  it("is short for one's own, but for what nobody should miss", () => {
    expect(timeFor(play(1, { news: [news("built", 0)] }), REACTIONS)).toBe(450);
    expect(timeFor(play(1, { news: [news("built", 0), news("rolled", 0)] }), REACTIONS)).toBe(1300);
  });
});

describe("playback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(time = 500) {
    const shown: [number, boolean][] = [];
    const playback = new Playback(
      ({ seq }, first) => shown.push([seq, first]),
      () => time,
    );
    return { playback, shown };
  }

  it("shows the first message at once, and the others one after the other", () => {
    const { playback, shown } = start();
    for (const seq of [1, 2, 3]) playback.take(play(seq));
    expect(shown).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(playback.waiting).toBe(true);
    vi.advanceTimersByTime(499);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toEqual([3, false]);
    expect(playback.waiting).toBe(false);
  });
  it("goes on by itself after a pause", () => {
    const { playback, shown } = start();
    playback.take(play(1));
    playback.take(play(2));
    vi.advanceTimersByTime(5000);
    playback.take(play(3));
    expect(shown.at(-1)).toEqual([3, false]);
  });
  it("shows everything that waits when somebody is in a hurry", () => {
    const { playback, shown } = start();
    for (const seq of [1, 2, 3, 4]) playback.take(play(seq));
    playback.skip();
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(4);
  });
  it("waits for nothing where nothing moves", () => {
    const { playback, shown } = start(0);
    for (const seq of [1, 2, 3]) playback.take(play(seq));
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3]);
  });
  it("forgets what waits when the server begins anew, or somebody else looks", () => {
    const { playback, shown } = start();
    for (const seq of [1, 2, 3]) playback.take(play(seq));
    playback.take(play(9, { fresh: true }));
    playback.take(play(9, { seat: 1 }));
    expect(shown.slice(2)).toEqual([
      [9, true],
      [9, true],
    ]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(4);
  });
  it("leaves out what is older than the latest", () => {
    const { playback, shown } = start();
    playback.take(play(5));
    playback.take(play(4));
    expect(shown).toEqual([[5, true]]);
    expect(playback.latest?.seq).toBe(5);
  });
});
