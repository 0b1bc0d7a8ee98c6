// The lines of the log, what was taken back included.
import { describe, expect, it } from "vitest";
import { logOf, newsAt } from "../src/lib/table/log";
import type { History } from "../src/lib/server/types";
import { news } from "./messages";

const entry = (ply: number, ...told: ReturnType<typeof news>[]) => ({
  ply,
  seat: 0,
  text: null,
  round: 1,
  news: told,
});
const history = (undone: History["undone"]): History => ({
  table: "t",
  seat: 0,
  plies: 3,
  entries: [entry(1), entry(2, news("sent", 0)), entry(3, news("rolled"), news("sent", 1))],
  undone,
});

describe("the log", () => {
  it("has a line for whatever was heard", () => {
    expect(logOf(history([])).map(({ ply }) => ply)).toEqual([2, 3]);
  });

  it("keeps what was taken back, struck out, where the game went on from", () => {
    const log = logOf(history([{ ply: 2, seat: 1, news: [news("built", 1)] }]));
    expect(log.map(({ ply, undone }) => [ply, !!undone])).toEqual([
      [2, false],
      [2, true],
      [3, false],
    ]);
  });

  it("says at least who took something back, also before the first answer", () => {
    const log = logOf(history([{ ply: 0, seat: 1, news: [] }]));
    expect(log[0]).toMatchObject({ ply: 0, news: [{ kind: "took-back", seat: 1 }] });
  });

  it("names the move of an answer by its giver's own news", () => {
    const log = logOf(history([{ ply: 3, seat: 1, news: [news("built", 1)] }]));
    expect(newsAt(log, 3, 1)).toEqual(news("sent", 1));
    expect(newsAt(log, 3, 0)).toBeNull();
    expect(newsAt(log, 9, 0)).toBeNull();
  });
});
