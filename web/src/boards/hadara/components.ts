/** The printed components by their ids, and the clauses that explain them. */
import { clauseOfName } from "$lib/table/clauses";
import { TRACKS } from "./names";
import type { Card, Colour, Facts, Reverse, SetupSide, Statue, Track } from "./types";

export const cardOf = (facts: Facts, id: string): Card | undefined =>
  (facts?.components.cards as Card[] | undefined)?.find((row) => row.id === id);
export const reverseOf = (facts: Facts, id: string): Reverse | undefined =>
  facts?.components.colonies.find((row) => row.id === id);
export const reversesOf = (facts: Facts, level: string): Reverse[] =>
  (facts?.components.colonies ?? []).filter((row) => row.requirement === level);
export const statuesOf = (facts: Facts): Statue[] => (facts?.components.statues ?? []) as Statue[];
export const sidesOf = (facts: Facts, initiative: number | null): SetupSide[] =>
  (facts?.components.setup ?? []).filter((row) => row.initiative === String(initiative));
export const colourOf = (card: string): Colour => card.split("-")[0] as Colour;

/** The steps of a row that has a column for each track. */
export const stepsOf = (row: Record<Track, string>): [Track, number][] =>
  TRACKS.map((track): [Track, number] => [track, Number(row[track])]).filter(([, n]) => n);

/** The clause of a purple effect, or of a part of the score. */
export const clauseOf = (facts: Facts, topic: "effect" | "score", name: string): string =>
  clauseOfName(facts?.description, topic, name) ?? "";
