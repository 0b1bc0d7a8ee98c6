/** The printed components by their ids, and the clauses that explain them. */
import { clauseOfName } from "$lib/table/clauses";
import type { Building, Card, Components, Facts } from "./types";

export const cardOf = (facts: Facts, id: string): Card | undefined =>
  facts?.components.cards.find((row) => row.id === id);
export const buildingOf = (facts: Facts, id: string): Building | undefined =>
  facts?.components.buildings.find((row) => row.id === id);
export const placeOf = (facts: Facts, id: string): Components["places"][number] | undefined =>
  facts?.components.places.find((row) => row.id === id);

/** A number of the limits: what a resource is worth, how many people there can be. */
export function limit(facts: Facts, name: string): number {
  return Number(facts?.components.limits.find((row) => row.name === name)?.value ?? 0);
}

/** The clause that tells what a place, or the upper part of the card that lies there, does. */
export function ruleOf(facts: Facts, place: string, card?: Card): string {
  const clause = (topic: string, name: string) => clauseOfName(facts?.description, topic, name);
  return (card && clause("upper", card.upper)) ?? clause("place", place) ?? "";
}

/** The clause that tells what the lower part of a card counts at the end. */
export function scoringOf(facts: Facts, card: Card): string {
  const part = card.lower === "culture" ? card.lower : `${card.lower}s`;
  return clauseOfName(facts?.description, "score", part) ?? "";
}
