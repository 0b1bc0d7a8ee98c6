/** Several tables with the same luck: what is asked for, and who did best at each seat. */
import type { Duplicate, NewDuplicate, NewSeat, Table } from "$lib/server/types";

/** The seats of each table; where I would sit, whoever has the link does. */
export const seatsForAll = (seats: readonly NewSeat[]): NewDuplicate["seats"] =>
  seats.map(({ kind, level }) => ({ kind: kind === "me" ? "link" : kind, level: level ?? null }));

export const pointsAt = (table: Table, seat: number): number | null =>
  table.scores?.find((score) => score.seat === seat)?.total ?? null;

/** The most points that a seat came to, if there is anything to compare. */
export function bestAt({ tables }: Duplicate, seat: number): number | null {
  const points = tables.map((table) => pointsAt(table, seat)).filter((each) => each !== null);
  return points.length > 1 ? Math.max(...points) : null;
}

/** Whether a game may be looked at: to the host of all, points say nothing of that. */
export const mayLook = ({ told }: Duplicate, table: Table, person: string | undefined): boolean =>
  table.state === "over" &&
  (told || table.seats.some(({ mine }) => mine) || (table.scores !== null && table.host !== person));

/** Where a group sits down: with the invitation, which only the host knows. */
export const linkTo = ({ id, invite }: Table): string => `/t/${id}${invite ? `?key=${invite}` : ""}`;
