// Stone Age's board: views read, payments and tools chosen, what a move would bring.
import { describe, expect, it } from "vitest";
import kept from "../src/boards/stone-age/facts.json";
import lesson from "../src/boards/stone-age/lesson.json";
import { kit } from "../src/boards/stone-age";
import { spot } from "../src/boards/stone-age/layout";
import { cardOf, ruleOf } from "../src/boards/stone-age/components";
import { bundleOf, byDearness, count, same } from "../src/boards/stone-age/payment";
import { collected, crowd, gainOf, lying, pointsOf, toolMove } from "../src/boards/stone-age/position";
import type { Facts, Move, News, Player, View } from "../src/boards/stone-age/types";
import { clauseOf } from "../src/lib/table/clauses";

const facts = kept as unknown as Facts;
const view = lesson.plays[0]!.view as unknown as View;

describe("reading a view", () => {
  it("finds what lies where", () => {
    expect(lying(view, "card-1")).toBe("card-03");
    expect(lying(view, "building-1")).toBe("building-01");
    expect(lying(view, "forest")).toBeNull();
    expect(cardOf(facts, "card-03")?.upper).toBe("two_resources");
  });
  it("counts people and resources", () => {
    expect(crowd({ place: "hunt", spaces: null, price: null, people: [1, 0, 2] })).toEqual([0, 2, 2]);
    const paid = bundleOf({ resources: { wood: 1, stone: 3 } });
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
    const me: Player = {
      ...view.players[0]!,
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
    expect(kit.parts).toEqual(Object.keys(view.players[0]!.score));
  });
  it("has a clause for every kind of news in the lesson", () => {
    const news = lesson.plays.flatMap((play): { kind: string }[] => play.news);
    expect(news.filter((each) => !clauseOf(facts?.description, each))).toEqual([]);
    expect(ruleOf(facts, "card-1", cardOf(facts, "card-03"))).toBe("S-C10");
    expect(ruleOf(facts, "card-1")).toBe("S-A8");
  });
  it("has room for every place, within the stage, wide and tall", () => {
    for (const tall of [false, true])
      for (const { place } of [...view.places, { place: "building-4" }]) {
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
    const told: News[] = [
      { kind: "tools-used", seat: 0, tools: [] },
      { kind: "gained", seat: 0, good: "stone", count: 4 },
    ];
    expect(gainOf(told)).toBe(4);
    expect(pointsOf(told)).toBeNull();
    expect(pointsOf([{ kind: "built", seat: 0, building: "building-01", resources: {}, points: 11 }])).toBe(
      11,
    );
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
