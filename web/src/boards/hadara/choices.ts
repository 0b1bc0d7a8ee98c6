/** The listed moves, sorted for the controls that offer them. */
import type { Closed, Move, News, Seat } from "$lib/types";
import type { HandCard, Track } from "./shape";

export interface Deal {
  card: string;
  price: number | null;
  buy: Move | undefined;
  sell: Move | undefined;
  closed: Closed | undefined;
}

/** The draft: what may be done with each of the two cards; the move names the one that is laid out. */
export function deals(hand: HandCard[], moves: Move[], closed: Closed[]): Deal[] {
  return hand.map(({ card, price }) => {
    const other = hand.find((each) => each.card !== card)?.card;
    const lay = (deal: string) =>
      moves.find((m) => m.kind === "lay" && m["card"] === other && m["deal"] === deal);
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

/** Carving: statue by statue, the move of each tile and side. */
export function carvings(
  moves: Move[],
): Record<string, Partial<Record<Track, Partial<Record<"up" | "down", Move>>>>> {
  const found: Record<string, Partial<Record<Track, Partial<Record<"up" | "down", Move>>>>> = {};
  for (const move of moves) {
    if (move.kind !== "carve") continue;
    const statue = (found[move["statue"] as string] ??= {});
    (statue[move["track"] as Track] ??= {})[move["side"] as "up" | "down"] = move;
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
  const laid = new Map<Seat, string>();
  for (const each of news) {
    const seat = each["seat"] as Seat;
    if (each.kind === "laid") laid.set(seat, each["card"] as string);
    if (each.kind !== "bought" && each.kind !== "sold" && each.kind !== "sold-unseen") continue;
    const act: Act = {
      seat,
      laid: laid.get(seat) ?? null,
      card: (each["card"] ?? each["colour"]) as string,
      deal: each.kind === "bought" ? "buy" : "sell",
      coins: Number(each["coins"]),
    };
    found = [...found.filter((other) => other.seat !== seat), act];
  }
  return found;
}

export interface Flight {
  key: string;
  seat: Seat;
  /** The card that flies; otherwise the icon of a thing. */
  card: string | null;
  icon: string;
  /** Where it begins, as a place on the board is marked. */
  from: string;
}

const THINGS: Record<string, string> = {
  sold: "h-coin",
  "sold-unseen": "h-coin",
  plundered: "h-coin",
  carved: "h-tile",
  "tile-put": "h-tile",
  "silver-bought": "h-silver",
  "gold-bought": "h-gold",
};

/** What changes hands with this news: bought cards, coins for sold ones, tiles and medals. */
export function flights(news: News[]): Flight[] {
  const drafting = news.some((each) => each.kind === "laid");
  return news.flatMap((each, i): Flight[] => {
    const bought = each.kind === "bought";
    const icon = THINGS[each.kind] ?? "";
    if (!bought && !icon) return [];
    const colour = String(each["card"] ?? each["colour"] ?? "").split("-")[0] ?? "";
    const from = !colour ? "stage" : `${drafting ? "stack" : "pile"}-${colour}`;
    return [
      {
        key: `${i}-${each.kind}`,
        seat: each["seat"] as Seat,
        card: bought ? (each["card"] as string) : null,
        icon,
        from,
      },
    ];
  });
}

/** How far the wheel has turned after going on to this position, always clockwise. */
export function turned(degrees: number, to: number): number {
  const now = ((Math.round(degrees / 72) % 5) + 5) % 5;
  return degrees + ((to - now + 5) % 5) * 72;
}

/** Coins that came or went for a seat with this news, for a number that floats up. */
export function coinsOf(news: News[], seat: Seat): number {
  const gives = new Set(["earned", "effect-paid", "plundered", "sold", "sold-unseen", "compensated"]);
  const takes = new Set([
    "bought",
    "integrated",
    "requirement-bought",
    "paid-feeding",
    "silver-bought",
    "gold-bought",
  ]);
  return news
    .filter((each) => each["seat"] === seat)
    .reduce(
      (sum, each) =>
        sum +
        (gives.has(each.kind) ? Number(each["coins"]) : takes.has(each.kind) ? -Number(each["coins"]) : 0),
      0,
    );
}
