// How long news is shown, one message after the other.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback, timeFor } from "../src/lib/table/playback";
import { news, play } from "./messages";

const SHOWINGS = { rolled: { shown: 1300, unhurried: true }, built: { shown: 800 } };

describe("how long a message is shown", () => {
  it("is what its weightiest news needs", () => {
    expect(timeFor(play(1, { news: [news("sent", 1), news("built", 1)] }), SHOWINGS)).toBe(800);
    expect(timeFor(play(1, { news: [news("sent", 1)] }), SHOWINGS)).toBe(350);
    expect(timeFor(play(1), SHOWINGS)).toBe(120);
  });
  it("is short for one's own, but for what nobody should miss", () => {
    expect(timeFor(play(1, { news: [news("built", 0)] }), SHOWINGS)).toBe(450);
    expect(timeFor(play(1, { news: [news("built", 0), news("rolled", 0)] }), SHOWINGS)).toBe(1300);
  });
  it("is what nobody's news need, also for who plays on no seat", () => {
    expect(timeFor(play(1, { seat: null, news: [news("built")] }), SHOWINGS)).toBe(800);
  });
});

describe("playback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(time = 500, pace = 1) {
    const shown: [number, boolean][] = [];
    let waits = false;
    const playback = new Playback({
      show: ({ seq }, first) => shown.push([seq, first]),
      stages: (_, each) => [each],
      time: () => time,
      pace: () => pace,
      waiting: (now) => (waits = now),
    });
    return { playback, shown, waiting: () => waits };
  }

  it("shows the first message at once, and the others one after the other", () => {
    const { playback, shown, waiting } = start();
    for (const seq of [1, 2, 3]) playback.enqueue(play(seq));
    expect(shown).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(waiting()).toBe(true);
    vi.advanceTimersByTime(499);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toEqual([3, false]);
    expect(waiting()).toBe(false);
  });
  it("goes on by itself after a pause", () => {
    const { playback, shown } = start();
    playback.enqueue(play(1));
    playback.enqueue(play(2));
    vi.advanceTimersByTime(5000);
    playback.enqueue(play(3));
    expect(shown.at(-1)).toEqual([3, false]);
  });
  it("shows everything that waits when somebody is in a hurry", () => {
    const { playback, shown } = start();
    for (const seq of [1, 2, 3, 4]) playback.enqueue(play(seq));
    playback.skipToLatest();
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(4);
  });
  it("waits for nothing where nothing moves", () => {
    const { playback, shown } = start(500, 0);
    for (const seq of [1, 2, 3]) playback.enqueue(play(seq));
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3]);
  });
  it("keeps nobody waiting over four seconds between two decisions, however much happens", () => {
    const { playback, shown } = start(1300);
    for (let seq = 1; seq <= 40; seq++) playback.enqueue(play(seq));
    const mine = play(41, { moves: [{ kind: "pass", text: "pass" }] });
    playback.enqueue(mine);
    vi.advanceTimersByTime(1300);
    expect(shown.length).toBeLessThan(5);
    vi.advanceTimersByTime(2700);
    expect(shown.at(-1)).toEqual([41, false]);
    // The next time there is patience again.
    playback.enqueue(play(42));
    playback.enqueue(play(43));
    vi.advanceTimersByTime(1200);
    expect(shown.at(-1)).toEqual([42, false]);
  });
  it("takes longer or less long as one likes", () => {
    const { playback, shown } = start(500, 2);
    for (const seq of [1, 2, 3]) playback.enqueue(play(seq));
    vi.advanceTimersByTime(999);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(shown).toHaveLength(3);
  });
  it("forgets what waits when the server begins anew, or somebody else looks", () => {
    const { playback, shown } = start();
    for (const seq of [1, 2, 3]) playback.enqueue(play(seq));
    playback.enqueue(play(9, { fresh: true }));
    playback.enqueue(play(9, { seat: 1 }));
    expect(shown.slice(2)).toEqual([
      [9, true],
      [9, true],
    ]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(4);
  });
  it("leaves out what is older than the latest", () => {
    const { playback, shown } = start();
    playback.enqueue(play(5));
    playback.enqueue(play(4));
    expect(shown).toEqual([[5, true]]);
    expect(playback.latest?.seq).toBe(5);
  });
});
