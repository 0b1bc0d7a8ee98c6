/** Any view as labelled values: what the plain board shows, and how it reads as text. */
import { withMinus } from "$lib/i18n/minus";
import type { BoardProps, Figure } from "$lib/kit";
import { isRecord } from "$lib/records";
import { settings } from "$lib/settings.svelte";
import type { Seat, View } from "$lib/server/types";

type Given = Pick<BoardProps, "game" | "texts" | "names">;
export type Fields = Record<string, unknown>;

/** What the shell shows already. */
const ELSEWHERE = new Set(["game", "seat", "seats", "players", "asked", "phase", "round", "step"]);
const SEATS = new Set(["seat", "turn"]);

export const boardOf = (view: View): Fields =>
  Object.fromEntries(Object.entries(view).filter(([name]) => !ELSEWHERE.has(name)));

/** What a view tells of one player. */
export function playerOf(view: View, seat: Seat): Fields {
  const players = view["players"];
  const found: unknown = Array.isArray(players) ? players[seat] : undefined;
  if (!isRecord(found)) return {};
  return Object.fromEntries(Object.entries(found).filter(([name]) => name !== "seat"));
}

/** Points by part, where a view tells them for each player. */
export function scoreOf(view: View, seat: Seat): Record<string, number> {
  const score = playerOf(view, seat)["score"];
  const parts = isRecord(score) ? (isRecord(score["parts"]) ? score["parts"] : score) : {};
  return Object.fromEntries(
    Object.entries(parts).filter((part): part is [string, number] => typeof part[1] === "number"),
  );
}

/** The numbers that a view tells of a player, by their names. */
export function numbersOf(view: View, seat: Seat): Figure[] {
  const label = (name: string) => settings.texts.named(`${String(view["game"])}.field`, name);
  return Object.entries(playerOf(view, seat))
    .filter((field): field is [string, number] => typeof field[1] === "number")
    .map(([name, value]) => ({ label: label(name), value }));
}

export function labelOf(given: Given, name: string): string {
  return given.texts.named(`${given.game}.field`, name);
}

export const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

/** A list of things that have the same fields, all of them plain: the rows of a table. */
export function asRows(value: unknown): Fields[] | null {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isRecord)) return null;
  const columns = Object.keys(value[0]!).join();
  const fits = (row: Fields) => Object.keys(row).join() === columns && Object.values(row).every(isShort);
  return value.every(fits) ? value : null;
}
const isShort = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));

/** A value that fits into a line. */
export function textOf(given: Given, name: string, value: unknown): string {
  const { texts, game, names } = given;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return texts.say(value ? "common.yes" : "common.no");
  if (typeof value === "number") return SEATS.has(name) ? texts.player(value, names) : withMinus(value);
  if (Array.isArray(value))
    return texts.list(value.map((each) => textOf(given, name, each))) || texts.say("common.none");
  if (isRecord(value)) return linesOf(given, value).join("; ") || texts.say("common.none");
  return texts.term(game, name, String(value));
}

/** Fields as lines: `Market: 3 and 5`. */
export function linesOf(given: Given, fields: Fields): string[] {
  return Object.entries(fields).map(
    ([name, value]) => `${labelOf(given, name)}: ${textOf(given, name, value)}`,
  );
}
