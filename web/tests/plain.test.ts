// The board of a game without one of its own: everything in lines and tables.
import { describe, expect, it } from "vitest";
import en from "virtual:texts/en";
import { Texts } from "../src/lib/i18n/texts";
import type { View } from "../src/lib/server/types";
import { asRows, boardOf, linesOf, playerOf, scoreOf, textOf } from "../src/plain/values";

const given = { game: "none", texts: new Texts("en", en), names: ["Ann", "Bob"] };
const view: View = {
  game: "none",
  seat: 0,
  seats: 2,
  phase: "play",
  turn: 1,
  open_cards: ["c-1", "c-2"],
  market: { price: 3, sold: false, note: null },
  players: [
    { seat: 0, coins: 4, score: { parts: { coins: 4, cards: -1 }, total: 3 } },
    { seat: 1, coins: 0, score: { coins: 0 } },
  ],
};

describe("the plain board", () => {
  it("tells everything that the shell doesn't, in lines", () => {
    expect(linesOf(given, boardOf(view))).toEqual([
      "Turn: Bob",
      "Open cards: c-1 and c-2",
      "Market: Price: 3; Sold: No; Note: –",
    ]);
    expect(linesOf(given, playerOf(view, 1))).toEqual(["Coins: 0", "Score: Coins: 0"]);
    expect(playerOf({ ...view, players: undefined }, 1)).toEqual({});
  });
  it("finds points by part, however a view nests them", () => {
    expect(scoreOf(view, 0)).toEqual({ coins: 4, cards: -1 });
    expect(scoreOf(view, 1)).toEqual({ coins: 0 });
    expect(scoreOf(view, 7)).toEqual({});
  });
  it("makes a table of things that are alike, and of nothing else", () => {
    const rows = [
      { place: "a", people: [1, 0] },
      { place: "b", people: [] },
    ];
    expect(asRows(rows)).toBe(rows);
    for (const other of [[], [{ a: 1 }], [{ a: 1 }, { b: 1 }], [1, 2], [{ a: {} }, { a: {} }], null])
      expect(asRows(other)).toBeNull();
  });
  it("has a word for every value", () => {
    const said = [null, "", true, -2, [], ["x", 3], { a: 1 }].map((value) => textOf(given, "value", value));
    expect(said).toEqual(["–", "–", "Yes", "−2", "none", "x and 3", "A: 1"]);
  });
});
