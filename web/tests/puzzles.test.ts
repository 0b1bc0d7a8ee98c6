// Puzzles: streaks, which one is next, and what an answer does.
import { mount, unmount } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../src/lib/browser/router.svelte";
import { api } from "../src/lib/server/api";
import { openPuzzle } from "../src/lib/practice/puzzle.svelte";
import { dayNow, nextOf, ofDay, solved, streakAfter, streakOn } from "../src/lib/practice/puzzles";
import { settings } from "../src/lib/settings.svelte";
import Puzzle from "../src/pages/Puzzle.svelte";
import type { PuzzleCollection, SolvedPuzzle } from "../src/lib/server/types";

const NONE = { day: -1, days: 0, most: 0 };
const named = (id: string, grade: number) => ({ id, grade });

beforeEach(() => localStorage.clear());

describe("a streak", () => {
  it("grows by a day solved, and ends with one left out or answered wrong", () => {
    const two = streakAfter(streakAfter(NONE, 3, true), 4, true);
    expect(two).toEqual({ day: 4, days: 2, most: 2 });
    expect(streakAfter(two, 4, false)).toEqual(two);
    expect(streakAfter(two, 5, false)).toEqual({ day: 5, days: 0, most: 2 });
    expect(streakAfter(two, 7, true)).toEqual({ day: 7, days: 1, most: 2 });
    expect([streakOn(two, 5).days, streakOn(two, 6).days]).toEqual([2, 0]);
  });
});

describe("a streak that is kept", () => {
  const kept = (...streaks: (typeof NONE)[]) => {
    streaks.forEach((streak) => solved.keep("any", streak));
    return solved.streak("any");
  };
  it("stays where the server knows less of it", () => {
    const here = { day: 9, days: 5, most: 5 };
    expect(kept(here, NONE)).toEqual(here);
    expect(kept(here, { day: 7, days: 0, most: 8 })).toEqual({ ...here, most: 8 });
    expect(kept(here, { day: 9, days: 1, most: 1 })).toMatchObject({ day: 9, days: 5 });
  });
  it("follows the server where that knows more", () => {
    const there = { day: 9, days: 5, most: 5 };
    expect(kept({ day: 9, days: 1, most: 1 }, there)).toEqual(there);
    expect(kept(there, { day: 10, days: 0, most: 5 })).toEqual({ day: 10, days: 0, most: 5 });
  });
});

describe("which puzzle", () => {
  const puzzles = [named("a", 1), named("b", 2), named("c", 2), named("d", 3)];
  it("is today's goes by the day alone", () => {
    expect([0, 1, 5].map((day) => ofDay(puzzles, day)?.id)).toEqual(["a", "b", "b"]);
  });
  it("comes next is one never answered, then one answered wrong", () => {
    expect(nextOf(puzzles, {}, 0, "b")?.id).toBe("c");
    expect(nextOf(puzzles, { c: true, d: false }, 0, "b")?.id).toBe("a");
    expect(nextOf(puzzles, { a: true, b: true, c: true, d: false }, 0, "a")?.id).toBe("d");
    expect(nextOf(puzzles, {}, 2)?.id).toBe("b");
    expect(nextOf(puzzles, {}, 5, "a")?.id).toBe("b");
  });
});

function puzzle(id: string): SolvedPuzzle {
  const move = (text: string) => ({ kind: "send", text });
  return {
    id,
    game: "any",
    grade: 2,
    seats: 2,
    seat: 1,
    round: 3,
    view: {},
    asked: [1],
    step: { kind: "place" },
    moves: [move("good"), move("bad")],
    closed: [],
    solution: {
      best: "good",
      margin: 0.1,
      costs: { good: 0, bad: 0.1 },
      gains: ["food"],
      losses: [],
      found_by: [],
    },
  };
}

describe("an answer", () => {
  const collection = { facts: {}, puzzles: [puzzle("one")] } as unknown as PuzzleCollection;
  it("is judged here, shows the better move, and counts once", async () => {
    const room = await openPuzzle(collection, collection.puzzles[0]!);
    expect([room.seat, room.myTurn, room.isToday]).toEqual([1, true, true]);
    room.submit("bad");
    expect([room.right, room.cost, room.better?.text, room.myTurn]).toEqual([false, 0.1, "good", false]);
    room.ask();
    expect([room.answered, room.better, room.myTurn]).toEqual([null, null, true]);
    room.submit("good");
    expect(room.right).toBe(true);
    expect(solved.answers("any")).toEqual({ one: false });
    expect(solved.streak("any")).toEqual({ day: dayNow(), days: 0, most: 0 });
  });
  it("counts for the day on which the puzzle was opened", async () => {
    const today = dayNow();
    const room = await openPuzzle(collection, collection.puzzles[0]!);
    vi.useFakeTimers({ now: (today + 1) * 86_400_000, toFake: ["Date"] });
    room.submit("good");
    vi.useRealTimers();
    expect(solved.streak("any")).toEqual({ day: today, days: 1, most: 1 });
  });
  it("counts as the server says for who has a name", async () => {
    const streak = { day: dayNow(), days: 7, most: 9 };
    settings.person = { id: "p" } as never;
    const told = vi.spyOn(api, "answerPuzzle").mockResolvedValue({ streak } as never);
    const room = await openPuzzle(collection, collection.puzzles[0]!);
    room.submit("good");
    await vi.waitFor(() => expect(solved.streak("any")).toEqual(streak));
    expect(told).toHaveBeenCalledWith("any", "one", "good");
    settings.person = null;
  });
});

describe("the address of the next one", () => {
  it("leads on to the puzzle's own, where alone it is opened", async () => {
    const opened = vi.fn(() => ({}));
    const puzzles = [puzzle("one"), puzzle("two")];
    const collection = Object.defineProperty({ puzzles }, "facts", { get: opened });
    vi.spyOn(api, "puzzles").mockResolvedValue(collection as PuzzleCollection);
    solved.answer("some", "one", true);
    const query = new URLSearchParams("grade=2");
    const shown = mount(Puzzle, { target: document.body, props: { args: ["some", "next"], query } });
    await vi.waitFor(() => expect(router.route.args).toEqual(["some", "two"]));
    expect(router.route.query.get("grade")).toBe("2");
    expect(opened).not.toHaveBeenCalled();
    await unmount(shown);
    router.go("/", true);
    vi.restoreAllMocks();
  });
});
