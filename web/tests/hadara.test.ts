/** What the Hadara board works out from the listed moves and the news. */
import { describe, expect, it } from "vitest";
import {
  acts,
  carvings,
  coinsOf,
  deals,
  fate,
  flights,
  sealedDeal,
  turned,
  wheelFor,
} from "../src/boards/hadara/choices";
import { polar, wedge } from "../src/boards/hadara/layout";
import { kit } from "../src/boards/hadara";
import { ledger } from "../src/boards/hadara/ledger";
import { nearest } from "../src/boards/hadara/look";
import { cardOf, clauseOf, stepsOf } from "../src/boards/hadara/components";
import kept from "../src/boards/hadara/facts.json";
import type { Facts, HandCard, Lay, Move, News, Player, Track, View } from "../src/boards/hadara/types";
import { Texts } from "../src/lib/i18n/texts";
import { settings } from "../src/lib/settings.svelte";

const lay = (card: Lay["card"], deal: Lay["deal"]): Lay => ({
  kind: "lay",
  card,
  deal,
  text: `lay ${card} ${deal}`,
});
const facts = kept as unknown as Facts;
const hand: HandCard[] = [
  { card: "blue-1-01", price: 1 },
  { card: "blue-1-05", price: 4 },
];

describe("the draft", () => {
  it("offers a card by the move that lays the other", () => {
    const [left, right] = deals(
      hand,
      [lay("blue-1-05", "buy"), lay("blue-1-05", "sell"), lay("blue-1-01", "sell")],
      [],
    );
    expect(left?.buy?.text).toBe("lay blue-1-05 buy");
    expect(left?.sell?.text).toBe("lay blue-1-05 sell");
    expect(right?.sell?.text).toBe("lay blue-1-01 sell");
  });
  it("leaves out what isn't listed and keeps its reason", () => {
    const closed = {
      subject: "blue-1-05",
      clause: "H-T3",
      reason: "card_too_dear",
      numbers: { price: 4, coins: 1 },
    };
    const right = deals(hand, [lay("blue-1-01", "sell")], [closed])[1];
    expect(right?.buy).toBeUndefined();
    expect(right?.closed).toBe(closed);
  });
  it("reads the sealed answer and tells each card's fate", () => {
    expect(sealedDeal("lay blue-1-01 buy")).toEqual({ laid: "blue-1-01", deal: "buy" });
    expect(sealedDeal("side A")).toBeNull();
    expect(sealedDeal(null)).toBeNull();
    expect(hand.map(({ card }) => fate(card, "blue-1-01", "sell"))).toEqual(["lay", "sell"]);
    expect(fate("blue-1-01", null, null)).toBe("");
  });
});

describe("the wheel", () => {
  it("always turns clockwise, and not at all when it stands right", () => {
    expect(turned(0, 1)).toBe(72);
    expect(turned(288, 0)).toBe(360);
    expect(turned(360, 4)).toBe(648);
    expect(turned(720, 0)).toBe(720);
  });
  it("stands so that the chosen crest points where it should", () => {
    expect([
      wheelFor(0, "monkey"),
      wheelFor(3, "monkey"),
      wheelFor(3, "lion"),
      wheelFor(0, "scarab"),
    ]).toEqual([0, 3, 1, 1]);
  });
  it("has its first segment at the top", () => {
    expect(polar(0, 100)).toEqual({ x: 300, y: 200 });
    expect(wedge(0, 100, 200)).toMatch(/^M.*A200 200 .*A100 100 .*z$/);
  });
});

describe("news", () => {
  it("tells who laid, bought and sold, and forgets it when a phase begins", () => {
    const draft = acts(
      [],
      [
        { kind: "laid", seat: 0, card: "blue-1-01" },
        { kind: "bought", seat: 0, card: "blue-1-05", coins: 4 },
        { kind: "laid", seat: 1, card: "red-1-01" },
        { kind: "sold-unseen", seat: 1, colour: "red", coins: 2 },
      ],
    );
    expect(draft).toEqual([
      { seat: 0, laid: "blue-1-01", card: "blue-1-05", deal: "buy", coins: 4 },
      { seat: 1, laid: "red-1-01", card: "red", deal: "sell", coins: 2 },
    ]);
    const next = acts(draft, [{ kind: "sold", seat: 0, card: "green-1-02", coins: 2 }]);
    expect(next.map((act) => act.card)).toEqual(["red", "green-1-02"]);
    expect(acts(next, [{ kind: "phase-began", phase: "B" }])).toEqual([]);
  });
  it("sums the coins of one seat", () => {
    const news: News[] = [
      { kind: "earned", seat: 0, coins: 7 },
      { kind: "integrated", seat: 0, colony: "3", coins: 2 },
      { kind: "effect-paid", seat: 0, effect: "sell_bonus", coins: 4 },
      { kind: "earned", seat: 1, coins: 9 },
      { kind: "laid", seat: 0, card: "red-1-01" },
    ];
    expect(coinsOf(news, 0)).toBe(9);
    expect(coinsOf(news, 1)).toBe(9);
    expect(coinsOf(news, 2)).toBe(0);
  });
});

describe("statues and cards", () => {
  it("sorts carvings by statue, tile and side", () => {
    const move = (track: Track, side: "up" | "down"): Move => ({
      kind: "carve",
      statue: "12",
      track,
      side,
      text: `carve 12 ${track} ${side}`,
    });
    const found = carvings([
      { kind: "pass", text: "pass" },
      move("income", "up"),
      move("income", "down"),
      move("food", "up"),
    ]);
    expect(Object.keys(found)).toEqual(["12"]);
    expect(found["12"]?.income?.down?.text).toBe("carve 12 income down");
    expect(found["12"]?.food?.down).toBeUndefined();
  });
  it("finds a printed card and its steps", () => {
    const card = { ...cardOf(facts, "red-1-02")!, culture: "1" };
    expect(stepsOf(card)).toEqual([
      ["military", 2],
      ["culture", 1],
    ]);
    const clauses = ["colour_step:red", "set_joker"].map((effect) => clauseOf(facts, "effect", effect));
    expect(clauses).toEqual(["H-P3", "H-P12"]);
  });
});

describe("what flies", () => {
  it("goes from the stack in the draft, from the pile later, and from the stage where no card is meant", () => {
    const draft = flights([
      { kind: "laid", seat: 0, card: "red-1-01" },
      { kind: "bought", seat: 0, card: "red-1-02", coins: 1 },
      { kind: "sold-unseen", seat: 1, colour: "blue", coins: 2 },
    ]);
    expect(draft.map(({ seat, card, icon, from }) => [seat, card, icon, from])).toEqual([
      [0, "red-1-02", "", '[data-from="stack-red"]'],
      [1, null, "h-coin", '[data-from="stack-blue"]'],
    ]);
    const later = flights([
      { kind: "bought", seat: 1, card: "green-2-03", coins: 4 },
      { kind: "gold-bought", seat: 2, coins: 7 },
      { kind: "passed", seat: 0 },
    ]);
    expect(later.map(({ from }) => from)).toEqual(['[data-from="pile-green"]', '[data-from="stage"]']);
  });
});

describe("the arrow keys", () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 }) as DOMRect;
  it("go to the nearest thing in their direction, and nowhere without one", () => {
    const boxes = [box(20, 0), box(14, 30), box(0, 40)];
    expect(nearest(box(0, 0), boxes, [1, 0])).toBe(0);
    expect(nearest(box(0, 0), boxes, [0, 1])).toBe(2);
    expect(nearest(box(0, 0), boxes, [-1, 0])).toBe(-1);
  });
});

describe("the score", () => {
  const parts = { colonies: 2, statues: 4, silver: 0, gold: 7, cards: 9, coins: 1 };
  const cards = { yellow: ["yellow-1-01"], red: [], blue: [], green: [], purple: [] };
  const player = {
    seat: 0,
    coins: 8,
    cards,
    effects: [],
    colonies: [],
    statues: [],
    medals: { silver: [], gold: 1, gold_value: 7, sets: 1 },
    score: { parts, total: 23, tie: 3 },
  } as unknown as Player;
  const view = { game: "hadara", seats: 1, colonies: [], players: [player] } as unknown as View;
  const NINE = { ...facts!.components.cards.find((row) => row.id === "yellow-1-01")!, points: "9" };
  it("is told line by line with the numbers of the view, part by part as on the sheet", () => {
    const texts = new Texts("en", {});
    settings.texts = new Texts("en", { "web.common.labelled": "{label}: {text}" });
    const printed = { ...facts!, components: { ...facts!.components, cards: [NINE] } };
    const told = ledger({ view, facts: printed, names: ["Ada"], texts }, player, parts);
    expect(told.map((entry) => entry.part)).toEqual(kit.parts);
    expect(told.map((entry) => entry.points)).toEqual(kit.parts!.map((part) => kit.score(view, 0)[part]));
    expect(told.find((entry) => entry.part === "cards")?.lines).toEqual(["Yellow: 9"]);
  });
  it("has the same total on the sheet and on the board", () => {
    expect(kit.brief(view, 0)[0]!.value).toBe(Object.values(kit.score(view, 0)).reduce((a, b) => a + b, 0));
  });
});
