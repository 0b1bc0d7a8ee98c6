/** The listed moves, sorted for the controls that offer them. */
import type { Closed, Seat } from "$lib/server/types";
import { bySeat, ofKind } from "$lib/kinds";
import { colourOf } from "./components";
import { CRESTS } from "./names";
import type { HandCard, Lay, Move, News, StatueName, Track } from "./types";

export interface Deal {
  card: string;
  price: number | null;
  buy: Lay | undefined;
  sell: Lay | undefined;
  closed: Closed | undefined;
}

/** The draft: what may be done with each of the two cards; the move names the one that is laid out. */
export function deals(hand: HandCard[], moves: Move[], closed: Closed[]): Deal[] {
  return hand.map(({ card, price }) => {
    const other = hand.find((each) => each.card !== card)?.card;
    const lay = (deal: "buy" | "sell") =>
      ofKind(moves, "lay").find((each) => each.card === other && each.deal === deal);
    return {
      card,
      price,
      buy: lay("buy"),
      sell: lay("sell"),
      closed: closed.find((c) => c.subject === card),
    };
  });
}

/** The sealed answer of a draft: what becomes of each card. */
export function sealedDeal(sealed: string | null): { laid: string; deal: "buy" | "sell" } | null {
  const [verb, laid, deal] = (sealed ?? "").split(" ");
  return verb === "lay" && laid && (deal === "buy" || deal === "sell") ? { laid, deal } : null;
}

/** What the chosen or sealed move would do with a card of the two. */
export function fate(card: string, laid: string | null, deal: string | null): "" | "lay" | "buy" | "sell" {
  if (!laid) return "";
  return laid === card ? "lay" : deal === "buy" ? "buy" : "sell";
}

type Carving = Partial<Record<Track, Partial<Record<"up" | "down", Move>>>>;

/** Carving: statue by statue, the move of each tile and side. */
export function carvings(moves: Move[]): Partial<Record<StatueName, Carving>> {
  const found: Partial<Record<StatueName, Carving>> = {};
  for (const move of ofKind(moves, "carve")) {
    const statue = (found[move.statue] ??= {});
    (statue[move.track] ??= {})[move.side] = move;
  }
  return found;
}

export interface Act {
  seat: Seat;
  laid: string | null;
  /** The card that was bought or sold, or the colour of one sold unseen. */
  card: string;
  deal: "buy" | "sell";
  coins: number;
}

/** What everybody did last with cards, seat by seat: what was told before, and what is new. */
export function acts(before: Act[], news: News[]): Act[] {
  let found = news.some((each) => each.kind === "phase-began") ? [] : before;
  const laid = new Map(ofKind(news, "laid").map(({ seat, card }) => [seat, card]));
  for (const each of ofKind(news, "bought", "sold", "sold-unseen")) {
    const { seat, coins } = each;
    const card = each.kind === "sold-unseen" ? each.colour : each.card;
    const deal = each.kind === "bought" ? "buy" : "sell";
    const act: Act = { seat, laid: laid.get(seat) ?? null, card, deal, coins };
    found = [...found.filter((other) => other.seat !== seat), act];
  }
  return found;
}

interface Flight {
  seat: Seat;
  /** The card that flies; otherwise the icon of a thing. */
  card: string | null;
  icon: string;
  /** A selector of where it lay. */
  from: string;
}

const THINGS = {
  bought: "",
  sold: "h-coin",
  "sold-unseen": "h-coin",
  plundered: "h-coin",
  carved: "h-tile",
  "tile-put": "h-tile",
  "silver-bought": "h-silver",
  "gold-bought": "h-gold",
} as const satisfies Partial<Record<News["kind"], string>>;
const MOVED = Object.keys(THINGS) as (keyof typeof THINGS)[];

/** What changes hands with this news: bought cards, coins for sold ones, tiles and medals. */
export function flights(news: News[]): Flight[] {
  const drafting = news.some((each) => each.kind === "laid");
  return ofKind(news, ...MOVED).map((each) => {
    const colour = "card" in each ? colourOf(each.card) : "colour" in each ? each.colour : "";
    return {
      seat: each.seat,
      card: each.kind === "bought" ? each.card : null,
      icon: THINGS[each.kind],
      from: `[data-from="${colour ? `${drafting ? "stack" : "pile"}-${colour}` : "stage"}"]`,
    };
  });
}

/** Where the wheel stands when a crest points at a segment: where the first crest points then. */
export const wheelFor = (segment: number, crest: (typeof CRESTS)[number]): number =>
  (segment - CRESTS.indexOf(crest) + CRESTS.length) % CRESTS.length;

/** How far the wheel has turned after going on to this position, always clockwise. */
export function turned(degrees: number, to: number): number {
  const now = ((Math.round(degrees / 72) % 5) + 5) % 5;
  return degrees + ((to - now + 5) % 5) * 72;
}

const GIVES = ["earned", "effect-paid", "plundered", "sold", "sold-unseen", "compensated"] as const;
const TAKES = [
  "bought",
  "integrated",
  "requirement-bought",
  "paid-feeding",
  "silver-bought",
  "gold-bought",
] as const;

/** Coins that came or went for a seat with this news, for a number that floats up. */
export function coinsOf(news: News[], seat: Seat): number {
  const sum = (all: { coins: number }[]) => all.reduce((coins, each) => coins + each.coins, 0);
  const own = bySeat(news, seat);
  return sum(ofKind(own, ...GIVES)) - sum(ofKind(own, ...TAKES));
}
