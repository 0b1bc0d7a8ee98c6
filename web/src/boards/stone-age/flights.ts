/** What flies to whom when something is won, and from which place. */
import type { Facts, News, View } from "./types";

export interface Flight {
  seat: number;
  /** A selector of where it lay. */
  from: string;
  icon: string;
  /** A card's or a building's id. */
  thing?: string;
}

const MOST_PIECES = 4;

/** Where each card and building lies. */
export const placesOf = (view: View): Record<string, string> =>
  Object.fromEntries(
    (
      [
        ["card", view.cards],
        ["building", view.buildings],
      ] as const
    ).flatMap(([kind, things]) => things.flatMap((id, i) => (id ? [[id, `${kind}-${i + 1}`]] : []))),
  );

/** The place that gives something. */
const giver = (facts: Facts, gain: string) => facts?.components.places.find((row) => row.gain === gain)?.id;
const at = (place = "") => `[data-place="${place}"]`;

/** One flight a piece; a thing leaves from where it lay before the news. */
export function flights(news: readonly News[], lay: Record<string, string>, facts: Facts): Flight[] {
  const bought = news.find((each) => each.kind === "card-bought");
  const from = (gain: string) => at((bought ? lay[bought.card] : undefined) ?? giver(facts, gain));
  return news.flatMap((each): Flight[] => {
    if (each.kind === "card-bought")
      return [{ seat: each.seat, from: at(lay[each.card]), icon: "card", thing: each.card }];
    if (each.kind === "built")
      return [{ seat: each.seat, from: at(lay[each.building]), icon: "building", thing: each.building }];
    if (each.kind === "gained") {
      const piece = { seat: each.seat, from: from(each.good), icon: each.good };
      return Array.from({ length: Math.min(each.count, MOST_PIECES) }, () => piece);
    }
    const gain = { "tool-made": "tool", "person-born": "person", farmed: "agriculture" }[each.kind as string];
    if (!gain || !("seat" in each)) return [];
    return [{ seat: each.seat as number, from: from(gain), icon: gain }];
  });
}
