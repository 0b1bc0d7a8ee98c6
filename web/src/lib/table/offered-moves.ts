/** What somebody could answer last time at a table, kept as long as the tab: of that one plans. */
import { passing } from "$lib/browser/storage";
import type { Move } from "$lib/server/types";

const keyOf = (table: string) => `cradle.offered.${table}`;

export const offeredAt = (table: string): Move[] => passing.read(keyOf(table), []);

/** Keep it; a browser that has no room for it forgets. */
export function remember(table: string, moves: readonly Move[]): void {
  if (!passing.write(keyOf(table), moves)) passing.remove(keyOf(table));
}
