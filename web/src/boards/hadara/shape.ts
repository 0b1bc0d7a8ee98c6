/** The shape of a Hadara view, and small helpers to read it. Nothing here decides anything. */
import type { GameFacts, Seat, View } from "$lib/types";

export const GAME = "hadara";
export const COLOURS = ["yellow", "red", "blue", "green", "purple"] as const;
export type Colour = (typeof COLOURS)[number];
export const TRACKS = ["income", "military", "culture", "food"] as const;
export type Track = (typeof TRACKS)[number];
export const CRESTS = ["monkey", "dragon", "lion", "pegasus", "scarab"] as const;
export const EPOCHS = ["", "I", "II", "III"] as const;
/** The icon of a colour: that of its track; purple has its own. */
export const SIGN: Record<Colour, string> = {
  yellow: "h-income",
  red: "h-military",
  blue: "h-culture",
  green: "h-food",
  purple: "h-purple",
};
export const TONE: Record<Track, Colour> = {
  income: "yellow",
  military: "red",
  culture: "blue",
  food: "green",
};

export interface Pile {
  height: number;
  top: string | null;
  price: number | null;
}
export interface ColonyStack {
  colony: string;
  left: number;
  requirement: number;
  plunder: number;
  integrate: number;
  points: number;
}
export interface Medals {
  silver: Track[];
  silver_points: number;
  silver_values: Record<Track, number>;
  silver_price: number;
  gold: number;
  gold_points: number;
  gold_value: number;
  gold_price: number;
  sets: number;
}
export interface OwnColony {
  colony: string;
  plundered: boolean;
  reverse: string | null;
}
export interface OwnStatue {
  statue: string;
  tile: Track;
  side: "up" | "down";
  bonus: number;
}
export interface Player {
  seat: Seat;
  crest: string;
  points_at: Colour | null;
  setup: string | null;
  initiative: number | null;
  side: string | null;
  coins: number;
  tracks: Record<Track, number>;
  cards: Record<Colour, string[]>;
  discount: Record<Colour, number>;
  effects: string[];
  tiles: Record<Track, number>;
  card_tile: Track | null;
  colonies: OwnColony[];
  statues: OwnStatue[];
  statue_bonus: Record<string, number>;
  medals: Medals;
  sale: number;
  drawn: number;
  sold: number;
  score: { parts: Record<string, number>; total: number; tie: number };
}
export interface HandCard {
  card: string;
  price: number;
}
export interface Hadara extends View {
  mode: string;
  epoch: number;
  step: string | null;
  turn: Seat | null;
  about: {
    seat?: Seat;
    colony?: string;
    taken?: number;
    carved?: number;
    spent?: number;
    paid?: number;
    short?: number;
  };
  asked: Seat[];
  answered: Seat[];
  first: Seat | null;
  board: Colour[];
  wheel: number | null;
  stacks: Record<Colour, number>;
  piles: Record<Colour, Pile>;
  colonies: ColonyStack[];
  players: Player[];
  own: { hand: HandCard[]; sealed: string | null; sold: string[] } | null;
}
export interface Card {
  id: string;
  epoch: string;
  colour: Colour;
  cost: string;
  income: string;
  military: string;
  culture: string;
  food: string;
  points: string;
  effect: string;
  star: string;
}
export interface Reverse {
  id: string;
  requirement: string;
  income: string;
  military: string;
  culture: string;
  food: string;
  points_back: string;
}
export interface Statue {
  requirement: string;
  bonus: string;
  points: string;
}
export interface SetupSide extends Record<Track, string> {
  initiative: string;
  side: string;
  coins: string;
}

export const hadara = (view: View): Hadara => view as Hadara;

const rows = <T>(facts: GameFacts | null, table: string): T[] => (facts?.tables[table] ?? []) as T[];

export const cardOf = (facts: GameFacts | null, id: string): Card | undefined =>
  rows<Card>(facts, "cards").find((row) => row.id === id);
export const reverseOf = (facts: GameFacts | null, id: string): Reverse | undefined =>
  rows<Reverse>(facts, "colonies").find((row) => row.id === id);
export const reversesOf = (facts: GameFacts | null, level: string): Reverse[] =>
  rows<Reverse>(facts, "colonies").filter((row) => row.requirement === level);
export const statuesOf = (facts: GameFacts | null): Statue[] => rows<Statue>(facts, "statues");
export const sidesOf = (facts: GameFacts | null, initiative: number | null): SetupSide[] =>
  rows<SetupSide>(facts, "setup").filter((row) => row.initiative === String(initiative));
export const colourOf = (card: string): Colour => card.split("-")[0] as Colour;

/** The steps of a row that has a column for each track. */
export const stepsOf = (row: Record<Track, string>): [Track, number][] =>
  TRACKS.map((track): [Track, number] => [track, Number(row[track])]).filter(([, n]) => n);

export const cardCount = (player: Player): number =>
  COLOURS.reduce((sum, colour) => sum + player.cards[colour].length, 0);

/** Which pictures tell a purple effect. */
export const EFFECT_SIGNS: Record<string, string[]> = {
  sell_bonus: ["h-card", "h-coin"],
  bonus_tile: ["h-tile"],
  "colour_step:yellow": ["h-income"],
  "colour_step:red": ["h-military"],
  "colour_step:blue": ["h-culture"],
  "colour_step:green": ["h-food"],
  colony_coins: ["h-colony", "h-coin"],
  medal_discount: ["h-silver", "h-gold"],
  statue_bonus: ["h-statue"],
  feed_with_coins: ["h-food", "h-coin"],
  surplus_food_coins: ["h-food", "h-coin"],
  income_bonus: ["h-income", "h-coin"],
  full_silver_medal: ["h-silver"],
  set_points: ["h-set", "points"],
  set_joker: ["h-set"],
  double_action: ["h-colony", "h-statue"],
  requirement_discount: ["h-military", "h-culture"],
  buy_requirement: ["h-coin", "h-culture"],
};
const EFFECT_CLAUSES: Record<string, string> = {
  sell_bonus: "H-P1",
  bonus_tile: "H-P2",
  colony_coins: "H-P4",
  medal_discount: "H-P5",
  statue_bonus: "H-P6",
  feed_with_coins: "H-P7",
  surplus_food_coins: "H-P8",
  income_bonus: "H-P9",
  full_silver_medal: "H-P10",
  set_points: "H-P11",
  set_joker: "H-P12",
  double_action: "H-P13",
  requirement_discount: "H-P14",
  buy_requirement: "H-P15",
};
export const clauseOf = (effect: string): string =>
  effect.startsWith("colour_step") ? "H-P3" : (EFFECT_CLAUSES[effect] ?? "");
