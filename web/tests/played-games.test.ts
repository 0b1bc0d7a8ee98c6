// A player's games added up, and a rating over time.
import { describe, expect, it } from "vitest";
import {
  curveOf,
  favourites,
  opponentsIn,
  partShares,
  withPlayers,
  wonShare,
} from "../src/lib/people/played-games";
import type { PlayedGame, RatingChange } from "../src/lib/server/types";

const seat = (name: string, bot = false) => ({
  person: bot ? null : name.toLowerCase(),
  name,
  guest: name === "Eve",
  level: bot ? name : null,
});
/** A game that the first of these names plays; by seat, their rank and the points of two parts. */
const game = (names: string[], results: [rank: number, cards: number, coins: number][]): PlayedGame => ({
  table: names.join(),
  game: "hadara",
  seat: 0,
  over_at: 1,
  ladder: null,
  seats: names.map((name) => seat(name, name === "novice")),
  scores: results.map(([rank, cards, coins], at) => ({
    seat: at,
    total: cards + coins,
    rank,
    tie: 0,
    parts: { cards, coins },
  })),
});
const GAMES = [
  game(
    ["Ada", "Ben"],
    [
      [1, 30, 10],
      [2, 10, 10],
    ],
  ),
  game(
    ["Ada", "Ben"],
    [
      [1, 20, 20],
      [1, 20, 20],
    ],
  ),
  game(
    ["Ada", "novice", "novice"],
    [
      [2, 10, -5],
      [1, 30, 10],
      [3, 0, 0],
    ],
  ),
  game(
    ["Ada", "Eve"],
    [
      [2, 0, 5],
      [1, 10, 0],
    ],
  ),
];

describe("a player's games", () => {
  it("are won by whoever is first, also with others", () => {
    expect(wonShare(GAMES)).toBe(0.5);
    expect(wonShare([])).toBe(0);
  });

  it("are told apart by the number of players", () => {
    expect(withPlayers(GAMES, 3)).toEqual([GAMES[2]]);
    expect(withPlayers(GAMES, 0)).toHaveLength(4);
  });

  it("name opponents once each, bots of a level together", () => {
    const found = opponentsIn(GAMES).map(({ name, games, ahead, guest }) => [name, games, ahead, guest]);
    expect(found).toEqual([
      ["Ben", 2, 1.5, false],
      ["novice", 2, 1, false],
      ["Eve", 1, 0, true],
    ]);
  });

  it("show where points come from, beside those of the others", () => {
    const [cards, coins] = partShares(GAMES);
    expect([cards?.part, coins?.part]).toEqual(["cards", "coins"]);
    expect(cards?.own).toBeCloseTo(60 / 95); // What was lost is no share.
    expect(cards?.others).toBeCloseTo(70 / 110);
    expect((coins?.own ?? 0) + (cards?.own ?? 0)).toBeCloseTo(1);
    expect(favourites(partShares(GAMES), 0.004)).toEqual(["coins"]);
    expect(favourites(partShares(GAMES))).toEqual([]);
  });
});

const change = (at: number, players: number): RatingChange => ({
  table: null,
  game: "hadara",
  ladder: "people",
  players,
  at,
  before: 1500,
  rating: 1500 + at,
  uncertainty: 300 - at,
  among: { rating: 1600 + at, uncertainty: 200 - at },
});

describe("a rating over time", () => {
  it("goes from the first game to the last", () => {
    const curve = curveOf([change(3, 2), change(2, 3), change(1, 2)], 0);
    expect(curve.map(({ rating, uncertainty }) => [rating, uncertainty])).toEqual([
      [1501, 299],
      [1502, 298],
      [1503, 297],
    ]);
  });

  it("is another one for a number of players", () => {
    const curve = curveOf([change(3, 2), change(2, 3), change(1, 2)], 2);
    expect(curve.map(({ rating }) => rating)).toEqual([1601, 1603]);
  });
});
