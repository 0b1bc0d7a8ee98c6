// The end of a round told in stages, and the picture changed last.
import { describe, expect, it } from "vitest";
import { groupsOf, stagesOf } from "../src/lib/table/stages";
import type { View } from "../src/lib/server/types";
import { news, play } from "./messages";

const SHOWINGS = {
  fed: { stage: "feeding", eachSeat: true },
  starved: { stage: "feeding", eachSeat: true },
  began: { stage: "round" },
};
const MOVES = [{ kind: "pass", text: "pass" }];
const END = [
  news("rolled", 1),
  news("gained", 1),
  news("fed", 0),
  news("starved", 0),
  news("fed", 1),
  news("began", 1),
];

describe("the end of a round", () => {
  it("is told in stages, seat by seat", () => {
    const kinds = groupsOf(END, SHOWINGS).map((group) => group.map(({ kind }) => kind));
    expect(kinds).toEqual([["rolled", "gained"], ["fed", "starved"], ["fed"], ["began"]]);
  });

  it("changes the picture last, and asks after the picture", () => {
    const before = play(1, { view: { phase: "old" } as View, round: 3 });
    const after = play(2, { view: { phase: "new" } as View, round: 4, news: END, moves: MOVES });
    const stages = stagesOf(before, after, SHOWINGS);
    expect(stages.map(({ view }) => view.phase)).toEqual(["old", "old", "old", "new", "new"]);
    expect(stages.map(({ round }) => round)).toEqual([3, 3, 3, 4, 4]);
    expect(stages.map(({ moves }) => moves.length)).toEqual([0, 0, 0, 0, 1]);
    expect(stages.flatMap((each) => each.news)).toEqual(END);
  });

  it("says that a game is over with its last stage alone", () => {
    const stages = stagesOf(play(1), play(2, { news: END, over: true, scores: [] }), SHOWINGS);
    expect(stages.map(({ over }) => over)).toEqual([false, false, false, true]);
  });
});

describe("a message without stages", () => {
  it("is shown as it is where it asks nothing, or tells what I did", () => {
    for (const each of [
      play(2, { news: [news("sent", 1)] }),
      play(2, { news: [news("sent", 0)], moves: MOVES }),
    ])
      expect(stagesOf(play(1), each, SHOWINGS)).toEqual([each]);
  });

  it("shows what others did before it asks", () => {
    const stages = stagesOf(play(1), play(2, { news: [news("sent", 1)], moves: MOVES }), SHOWINGS);
    expect(stages.map(({ moves, news }) => [news.length, moves.length])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});
