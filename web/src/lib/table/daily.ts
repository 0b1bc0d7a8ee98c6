/** The game of the day: what its luck is called tells which one a table is. */
import type { DailyGame, Table } from "$lib/server/types";

/** The game and the day that a table belongs to, if it is one of a day. */
export function dailyOf(table: Pick<Table, "luck" | "game"> | null): { game: string; day: number } | null {
  const day = /^daily\..+\.(\d+)$/.exec(table?.luck ?? "")?.[1];
  return table && day !== undefined ? { game: table.game, day: Number(day) } : null;
}

/** Where everybody's places of a table's day are told. */
export function standingsPath(table: Table | null): string | null {
  const of = dailyOf(table);
  return of && `/daily/${of.game}?day=${of.day}`;
}

/** What somebody can do with today's game: begin it, go on with it, or see how all did. */
export function stageOf({ state }: DailyGame): "play" | "go_on" | "see" {
  if (state === null) return "play";
  return state === "playing" ? "go_on" : "see";
}
