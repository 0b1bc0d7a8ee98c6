/** Playing on from a finished game: who sits where, as one word a seat, and as the server asks for it. */
import { api } from "$lib/server/api";
import { settings } from "$lib/settings.svelte";
import type { NewSeat, Seat, Table, Tried } from "$lib/server/types";

/** `me`, `link`, or `bot:` and a level. */
export type Who = string;

/** Bots stay, I keep my seats or take the one that is asked, and bots play for everybody else. */
export function asTheySat(table: Table, asked: Seat[], level: string): Who[] {
  const mine = table.seats.filter((each) => each.mine).map((each) => each.seat);
  const me = mine.length ? mine : [asked[0] ?? 0];
  return table.seats.map((each) => (me.includes(each.seat) ? "me" : `bot:${each.level ?? level}`));
}

/** A seat as the server asks for it. */
export function newSeatFor(who: Who): NewSeat {
  if (who.startsWith("bot:")) return { kind: "bot", level: who.slice(4) };
  return { kind: who === "link" ? "link" : "me" };
}

/** A table of one's own that goes on with all seats in one hand, under the names that are shown. */
export const tryOut = (id: string, ply: number, names: string[]): Promise<Table> =>
  api.whatIf(
    id,
    ply,
    names.map((name, seat) => name || settings.texts.player(seat)),
  );

/** What was tried from a game, and what was tried from that in turn. */
export interface Branch {
  table: Tried;
  further: Branch[];
}

/** Tries as a tree: each under the one it goes on from, where that is among them. */
export function branches(tried: Tried[]): Branch[] {
  const each = new Map(tried.map((table) => [table.id, { table, further: [] as Branch[] }]));
  const from = ({ table }: Branch) => each.get(table.from?.table ?? "");
  for (const branch of each.values()) from(branch)?.further.push(branch);
  return [...each.values()].filter((branch) => !from(branch));
}
