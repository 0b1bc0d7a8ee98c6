// The curve of an summary: rounds, places of plies, and marks in the log.
import { describe, expect, it } from "vitest";
import { chancesOf, partsOf, Scale, spread } from "../src/lib/result/curve";
import { markKey, marksOf } from "../src/lib/table/marks";
import type { Summary, JudgedPly, News } from "../src/lib/server/types";

const judged = (ply: number, first: number, more: Partial<JudgedPly> = {}): JudgedPly => ({
  ply,
  seat: null,
  round: 1,
  chances: [first, 1 - first],
  points: [0, 0],
  mark: null,
  cost: null,
  error: null,
  ...more,
});
const game = (...chances: number[]): Summary => ({
  version: "v",
  start: { chances: [0.5, 0.5], points: [0, 0] },
  seats: [],
  plies: chances.map((chance, i) => judged(i + 1, chance)),
  turns: [],
  costliest: [],
});

describe("the rounds of a game", () => {
  it("follow each other without a gap, and the setup belongs to the first", () => {
    const plies = [0, 0, 1, 1, 2, 3, 3].map((round, i) => judged(i + 1, 0.1 * i, { round }));
    expect(partsOf(plies).map(({ round, from, to }) => [round, from, to])).toEqual([
      [1, 0, 4],
      [2, 4, 5],
      [3, 5, 7],
    ]);
    expect(partsOf(plies).at(-1)!.chances).toEqual(plies.at(-1)!.chances);
  });
});

describe("a picture", () => {
  const scale = new Scale(200, 400, 100);
  it("has the start at its left, the end at its right, and sure wins on top", () => {
    expect([scale.x(0), scale.x(200), scale.y(1), scale.y(0)]).toEqual([0, 400, 0, 100]);
  });
  it("knows which ply a place means, also beyond its edges", () => {
    for (const ply of [0, 1, 77, 200]) expect(scale.ply(scale.x(ply))).toBe(ply);
    expect([scale.ply(-9), scale.ply(999)]).toEqual([0, 200]);
  });
  it("draws a line from before the first answer to the end", () => {
    const summary = game(0.25, 1);
    expect(chancesOf(summary, 0)).toEqual([0.5, 0.25, 1]);
    expect(new Scale(2, 10, 100).path(chancesOf(summary, 0))).toBe("M0.0 50.0L5.0 75.0L10.0 0.0");
  });
  it("keeps its labels apart, inside, and in their order", () => {
    const placed = spread([100, 98, 0, 99], 20, 100);
    expect(placed).toEqual([100, 60, 0, 80]);
    expect(spread([10, 60], 20, 100)).toEqual([10, 60]);
    expect(spread([0, 0, 0], 20, 100)).toEqual([0, 20, 40]);
  });
});

describe("marks in the log", () => {
  const news = (...seats: (number | undefined)[]): News[] => seats.map((seat) => ({ kind: "did", seat }));
  it("stand where the log first tells of whoever decided", () => {
    const plies = [judged(1, 0.5), judged(2, 0.5, { seat: 1, mark: "mistake", cost: 0.1 })];
    const marks = marksOf(
      [
        { ply: 1, round: 1, news: news(undefined) },
        { ply: 1, round: 1, news: news(1), undone: true },
        { ply: 1, round: 1, news: [{ kind: "took-back", seat: 1 }] },
        { ply: 2, round: 1, news: news(undefined, 1, 1) },
      ],
      plies,
    );
    expect([...marks]).toEqual([[markKey(3, 1), plies[1]]]);
  });
  it("come together with what was answered in secret", () => {
    const plies = [0, 1].map((seat) => judged(seat + 1, 0.5, { seat, mark: "good", cost: 0 }));
    const marks = marksOf([{ ply: 2, round: 1, news: news(0, 1) }], plies);
    expect([...marks.keys()]).toEqual([markKey(0, 0), markKey(0, 1)]);
  });
});
