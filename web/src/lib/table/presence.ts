/** Who is at a table: here, away, thinking, or gone; what they did about it, and what leaving would mean. */
import { dailyOf } from "./daily";
import type { Seat, Table, TableSeat } from "$lib/server/types";

type Presence = "bot" | "left" | "away" | "thinking" | "here";

export function presenceOf(seat: TableSeat, asked: boolean): Presence {
  if (seat.stand_in) return "left";
  if (seat.kind === "bot") return asked ? "thinking" : "bot";
  if (!seat.online) return "away";
  return asked ? "thinking" : "here";
}

/** The seats of other people that a bot took over, or that have their person again. */
export function presenceChanges(before: Table, now: Table): { seat: Seat; left: boolean }[] {
  return now.seats
    .filter(({ seat, mine, stand_in }) => !mine && !!before.seats[seat]?.stand_in !== !!stand_in)
    .map(({ seat, stand_in }) => ({ seat, left: !!stand_in }));
}

/** Whether my request to take back came to nothing while all stayed and nobody moved: one said no. */
export function undoWasRefused(before: Table, now: Table): boolean {
  const mine = before.undo && before.seats[before.undo.seat]?.mine;
  const left = now.seats.some(({ seat, stand_in }) => !!stand_in !== !!before.seats[seat]?.stand_in);
  return !!mine && !now.undo && now.seq === before.seq && !left;
}

/** What leaving means, as keys of texts: for the seat, the clock, the others, and the rating. */
export function leavingKeys(table: Table): string[] {
  const others = table.seats.some((seat) => seat.kind === "person" && !seat.mine);
  const clock = { none: [], live: ["leave.clock"], move: ["leave.days"], days: ["leave.days"] }[
    table.pace.kind
  ];
  if (dailyOf(table)) return ["leave.daily", "leave.once"];
  return [
    "leave.bot",
    ...clock,
    others ? "leave.others" : "leave.alone",
    ...(table.rated ? ["leave.rated"] : []),
  ];
}
