import { describe, expect, it } from "vitest";
import lesson from "../src/boards/stone-age/lesson.json";
import { kit } from "../src/boards/stone-age";
import { spot } from "../src/boards/stone-age/layout";
import {
  bundleOf,
  byDearness,
  cardOf,
  collected,
  count,
  crowd,
  gainOf,
  lying,
  pointsOf,
  same,
  stoneAge,
  toolMove,
} from "../src/boards/stone-age/shape";
import type { GameFacts, Move, View } from "../src/lib/types";

const facts = lesson.facts as unknown as GameFacts;
const view = lesson.plays[0]!.view as unknown as View;

describe("reading a view", () => {
  it("finds what lies where", () => {
    expect(lying(stoneAge(view), "card-1")).toBe("card-03");
    expect(lying(stoneAge(view), "building-1")).toBe("building-01");
    expect(lying(stoneAge(view), "forest")).toBeNull();
    expect(cardOf(facts, "card-03")?.upper).toBe("two_resources");
  });
  it("counts people and resources", () => {
    expect(crowd({ place: "hunt", spaces: null, price: null, people: [1, 0, 2] })).toEqual([0, 2, 2]);
    const paid = bundleOf({ kind: "pay", text: "", resources: { wood: 1, stone: 3 } });
    expect(count(paid)).toBe(4);
    expect(same(paid, { wood: 1, clay: 0, stone: 3, gold: 0 })).toBe(true);
  });
  it("finds the move of the tools that were picked, in any order", () => {
    const moves: Move[] = [
      { kind: "use", text: "use none", tools: [] },
      { kind: "use", text: "use 1 once-2", tools: ["1", "once-2"] },
    ];
    expect(toolMove(moves, ["once-2", "1"])?.text).toBe("use 1 once-2");
    expect(toolMove(moves, [])?.text).toBe("use none");
    expect(toolMove(moves, ["1"])).toBeUndefined();
  });
  it("collects culture symbols and figures", () => {
    const me = {
      ...stoneAge(view).players[0]!,
      cards: ["card-01", "card-02", "card-20"],
      extra_card: "card-03",
    };
    expect(collected(facts, me)).toEqual({
      symbols: [
        ["art", 2],
        ["healing", 1],
      ],
      figures: [["farmer", 2]],
    });
  });
});

describe("the kit", () => {
  it("knows the parts of the score sheet", () => {
    expect(kit.parts).toEqual(Object.keys(stoneAge(view).players[0]!.score));
  });
  it("has a clause for every kind of news in the lesson", () => {
    const kinds = new Set(lesson.plays.flatMap((play) => play.news.map((each) => each.kind)));
    expect([...kinds].filter((kind) => !(kind in kit.clauses))).toEqual([]);
  });
  it("has room for every place, within the stage, wide and tall", () => {
    for (const tall of [false, true])
      for (const { place } of [...stoneAge(view).places, { place: "building-4" }]) {
        const { x, y, w, h } = spot(place, tall);
        expect(x - w / 2).toBeGreaterThanOrEqual(0);
        expect(x + w / 2).toBeLessThanOrEqual(tall ? 600 : 1000);
        expect(y - h / 2).toBeGreaterThanOrEqual(0);
        expect(y + h / 2).toBeLessThanOrEqual(tall ? 930 : 645);
      }
  });
});

describe("what a move would bring", () => {
  it("is read from the server's preview alone", () => {
    const told = [
      { kind: "tools-used", seat: 0 },
      { kind: "gained", seat: 0, good: "stone", count: 4 },
    ];
    expect(gainOf(told)).toBe(4);
    expect(pointsOf(told)).toBeNull();
    expect(pointsOf([{ kind: "built", seat: 0, points: 11 }])).toBe(11);
    expect([gainOf(undefined), gainOf(null), gainOf([])]).toEqual([null, null, null]);
  });
  it("is suggested with what one parts with most easily", () => {
    const ways = [
      { wood: 0, clay: 0, stone: 0, gold: 1 },
      { wood: 1, clay: 1, stone: 0, gold: 0 },
      { wood: 1, clay: 0, stone: 0, gold: 0 },
      { wood: 0, clay: 2, stone: 0, gold: 0 },
    ];
    expect([...ways].sort(byDearness)).toEqual([ways[2], ways[0], ways[1], ways[3]]);
  });
});
