/** What a view, its moves and its news tell, put together. */
import { ofKind } from "$lib/kinds";
import { cardOf } from "./components";
import type { Facts, Move, News, Place, Player, View } from "./types";

type Preview = News[] | null | undefined;

/** What a preview says will be gained, and scored; null while nobody knows. */
export const gainOf = (preview: Preview): number | null => ofKind(preview ?? [], "gained")[0]?.count ?? null;
export const pointsOf = (preview: Preview): number | null =>
  ofKind(preview ?? [], "built")[0]?.points ?? null;

/** The move that uses exactly these tools. */
export function toolMove(moves: Move[], tools: string[]): Move | undefined {
  const wanted = [...tools].sort().join(" ");
  return ofKind(moves, "use").find((move) => [...move.tools].sort().join(" ") === wanted);
}

/** A player's tools in a line: `2, 1 (used)`. */
export const toolsLine = (player: Player, used: string): string =>
  player.tools.map((tool) => `${tool.value}${tool.used ? ` (${used})` : ""}`).join(", ");

/** The seats of people at a place, one entry a person. */
export const crowd = (place: Place): number[] =>
  place.people.flatMap((n, seat) => Array.from({ length: n }, () => seat));

/** The thing that lies at a place: a card's or a building's id. */
export function lying(view: View, place: string): string | null {
  const [kind, number] = place.split("-");
  const slot = Number(number) - 1;
  return (kind === "card" ? view.cards[slot] : kind === "building" ? view.buildings[slot] : null) ?? null;
}

/** Culture symbols and figures of a player's cards, counted. */
export function collected(
  facts: Facts,
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

export const rolled = (news: News[]) => ofKind(news, "rolled")[0];
