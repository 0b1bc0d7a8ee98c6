/** My running games beyond those that the server tells of by itself. */
import { api } from "$lib/server/api";
import type { Table } from "$lib/server/types";

/** As many of one's tables are told of by themselves. */
export const TOLD = 50;
const PAGE = 100;

/** Page after page of my games that are being played or wait for players, but for those known. */
export async function loadRest(known: readonly Table[]): Promise<Table[]> {
  const seen = new Set(known.map((table) => table.id));
  const pages = await Promise.all(["playing", "open"].map(allOf));
  return pages.flat().filter((table) => !seen.has(table.id));
}

async function allOf(state: string): Promise<Table[]> {
  const found: Table[] = [];
  for (let before: string | undefined; ;) {
    const page = await api.mine({ state, limit: PAGE, before });
    found.push(...page);
    if (page.length < PAGE) return found;
    const last = page.reduce((a, b) => ((a.moved_at - b.moved_at || (a.id < b.id ? -1 : 1)) < 0 ? a : b));
    before = `${last.moved_at}.${last.id}`;
  }
}
