/** The shape of a Stone Age view, and small helpers to read it. Nothing here decides anything. */
import type { BoardProps } from "$lib/kit";
import type { Preview } from "$lib/previews.svelte";
import type { GameFacts, Move, View } from "$lib/types";

export const GOODS = ["wood", "clay", "stone", "gold"] as const;
export type Good = (typeof GOODS)[number];
export type Bundle = Record<Good, number>;

export interface Place {
  place: string;
  spaces: number | null;
  people: number[];
  price: number | null;
}
export interface Player {
  seat: number;
  people: number;
  idle: number;
  food: number;
  resources: Bundle;
  agriculture: number;
  tools: { value: number; used: boolean }[];
  open_tools: string[];
  once: number[];
  two_resources: boolean;
  points: number;
  cards: string[];
  buildings: string[];
  extra_cards: number;
  extra_card: string | null;
  hungry: number;
  spare: number;
  score: Record<string, number>;
}
export interface StoneAge extends View {
  round: number;
  step: string | null;
  turn: number | null;
  about: { good?: string; pips?: number; place?: string; missing?: number; row?: number };
  first: number;
  places: Place[];
  deck: number;
  cards: (string | null)[];
  buildings: (string | null)[];
  stacks: number[];
  roll: number[];
  rows: number[][];
  players: Player[];
}
export interface Card {
  id: string;
  upper: string;
  resource: string;
  amount: string;
  lower: string;
  symbol: string;
  figures: string;
}
export interface Building {
  id: string;
  kind: string;
  wood: string;
  clay: string;
  stone: string;
  gold: string;
  points: string;
  resources: string;
  kinds: string;
}

export const stoneAge = (view: View): StoneAge => view as StoneAge;

function row<T>(facts: GameFacts | null, table: string, id: string): T | undefined {
  return facts?.tables[table]?.find((each) => each["id"] === id) as T | undefined;
}
export const cardOf = (facts: GameFacts | null, id: string) => row<Card>(facts, "cards", id);
export const buildingOf = (facts: GameFacts | null, id: string) => row<Building>(facts, "buildings", id);
export const placeOf = (facts: GameFacts | null, id: string) =>
  row<{ pips: string; gain: string }>(facts, "places", id);

/** A number of the limits table: what a resource is worth, how many people there can be. */
export function limit(facts: GameFacts | null, name: string): number {
  return Number(facts?.tables["limits"]?.find((each) => each["name"] === name)?.["value"] ?? 0);
}
export const bundleOf = (move: Move): Bundle => {
  const paid = (move["resources"] ?? {}) as Partial<Bundle>;
  return { wood: paid.wood ?? 0, clay: paid.clay ?? 0, stone: paid.stone ?? 0, gold: paid.gold ?? 0 };
};
export const count = (bundle: Bundle): number => GOODS.reduce((sum, good) => sum + bundle[good], 0);
export const same = (a: Bundle, b: Bundle): boolean => GOODS.every((good) => a[good] === b[good]);

/** Bundles in the order in which people part with them: few before many, wood before gold. */
export function byDearness(a: Bundle, b: Bundle): number {
  return count(a) - count(b) || a.gold - b.gold || a.stone - b.stone || a.clay - b.clay;
}

/** What a preview says will be gained, and scored; null while nobody knows. */
export const gainOf = (preview: Preview): number | null => figure(preview, "gained", "count");
export const pointsOf = (preview: Preview): number | null => figure(preview, "built", "points");
function figure(preview: Preview, kind: string, field: string): number | null {
  const found = preview?.find((each) => each.kind === kind)?.[field];
  return typeof found === "number" ? found : null;
}

/** The move that uses exactly these tools. */
export function toolMove(moves: Move[], tools: string[]): Move | undefined {
  const wanted = [...tools].sort().join(" ");
  return moves.find(
    (move) => move.kind === "use" && [...(move["tools"] as string[])].sort().join(" ") === wanted,
  );
}

/** A player's tools in a line: `2, 1 (used)`. */
export const toolsLine = (player: Player, used: string): string =>
  player.tools.map((tool) => `${tool.value}${tool.used ? ` (${used})` : ""}`).join(", ");

/** The seats of people at a place, one entry a person. */
export const crowd = (place: Place): number[] =>
  place.people.flatMap((n, seat) => Array.from({ length: n }, () => seat));

/** The thing that lies at a place: a card's or a building's id. */
export function lying(view: StoneAge, place: string): string | null {
  const [kind, number] = place.split("-");
  const slot = Number(number) - 1;
  return (kind === "card" ? view.cards[slot] : kind === "building" ? view.buildings[slot] : null) ?? null;
}

/** Culture symbols and figures of a player's cards, counted. */
export function collected(
  facts: GameFacts | null,
  player: Player,
): { symbols: [string, number][]; figures: [string, number][] } {
  const symbols = new Map<string, number>();
  const figures = new Map<string, number>();
  const ids = player.extra_card ? [...player.cards, player.extra_card] : player.cards;
  for (const id of ids) {
    const card = cardOf(facts, id);
    if (card?.symbol) symbols.set(card.symbol, (symbols.get(card.symbol) ?? 0) + 1);
    else if (card) figures.set(card.lower, (figures.get(card.lower) ?? 0) + Number(card.figures));
  }
  return { symbols: [...symbols].sort(), figures: [...figures].sort() };
}

export const rolled = (news: BoardProps["news"]) => news.find((each) => each.kind === "rolled");

/** The clause that tells what a place, or a card that lies there, does. */
const RULES: Record<string, string> = {
  hunt: "S-A5",
  forest: "S-A6",
  clay_pit: "S-A6",
  quarry: "S-A6",
  river: "S-A6",
  tool_maker: "S-A2",
  hut: "S-A3",
  field: "S-A4",
  dice_row: "S-C1",
  food: "S-C2",
  resource: "S-C3",
  roll: "S-C4",
  points: "S-C5",
  tool: "S-C6",
  agriculture: "S-C7",
  extra_card: "S-C8",
  one_use_tool: "S-C9",
  two_resources: "S-C10",
  building: "S-A9",
  card: "S-A8",
};
export const ruleOf = (place: string, card?: Card): string =>
  RULES[card?.upper ?? place] ?? RULES[place.split("-")[0]!] ?? "";
