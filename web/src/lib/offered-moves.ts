/** What somebody could answer last time at a table, kept as long as the tab: of that one plans. */
import type { Move } from "./types";

const keyOf = (table: string) => `cradle.offered.${table}`;

export function offeredAt(table: string): Move[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "[]") as Move[];
  } catch {
    return [];
  }
}

/** Keep it; a browser that has no room for it forgets. */
export function remember(table: string, moves: readonly Move[]): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify(moves));
  } catch {
    sessionStorage.removeItem(keyOf(table));
  }
}
