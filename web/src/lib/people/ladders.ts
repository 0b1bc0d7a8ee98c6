/** What counts on which ladder, and why not, in words. */
import { t } from "$lib/settings.svelte";
import type { NewSeat, Reason, Table } from "$lib/server/types";

const counts = (ladder: Table["ladder"], why: Reason | null): string =>
  ladder ? t(`ladder.counts_${ladder}`) : t(`ladder.not.${why ?? "unrated"}`);

/** What a game does to ratings, or why nothing. */
export const ladderWords = ({ ladder, unrated }: Pick<Table, "ladder" | "unrated">): string =>
  counts(ladder, unrated);

/** A table that isn't made yet. */
interface Wished {
  seats: readonly NewSeat["kind"][];
  rated: boolean;
  /** Whoever makes it has no account. */
  guest: boolean;
  /** Several tables have the same luck. */
  shared: boolean;
}

/** The same of a table that isn't made yet, as the server will say it. */
export function newTableLadderWords({ seats, rated, guest, shared }: Wished): string {
  const bots = seats.filter((kind) => kind === "bot").length;
  const mine = seats.filter((kind) => kind === "me").length;
  if (shared) return counts(null, "luck");
  if (mine > 1) return counts(null, "hot-seat");
  if (bots === seats.length) return counts(null, "bots");
  if (guest) return counts(null, "guest");
  if (mine && bots === seats.length - 1) return counts("solo", null);
  return rated ? counts("people", null) : counts(null, "unrated");
}
