/** Names and letters of the players at a table. */
import { t } from "$lib/settings.svelte";
import type { Seat, Table, TableSeat } from "$lib/server/types";

/** What the server calls somebody who has deleted their account. */
export const GONE = "–";
export const nameOf = (name: string): string => (name === GONE ? t("person.gone") : name);
const BOTS = ["Aru", "Belo", "Cima", "Doma", "Enna"];

function nameAt({ kind, name, seat }: TableSeat, recorded: boolean, say: typeof t): string {
  if (kind === "bot") return BOTS[seat] ?? "Bot";
  if (!recorded && (kind === "open" || kind === "link")) return name;
  return name || say("table.seat", { number: seat + 1 });
}

/** A name for every seat that is taken, kept or of a record: people's own, short made-up ones for bots. */
export const namesOf = (table: Table | null, say = t): string[] =>
  (table?.seats ?? []).map((seat) => nameAt(seat, table?.kind === "record", say));

/** The seats that wait for a person to sit down. */
export const keptFor = (table: Table, person: string | null | undefined): Seat[] =>
  table.seats.filter((seat) => seat.kind === "kept" && seat.person === person).map((seat) => seat.seat);

/** Why a seat waits for a person, if one does. */
export function cameBy(table: Table, person: string | null | undefined): TableSeat["came_by"] {
  const kept = table.seats.find((seat) => seat.kind === "kept" && seat.person === person);
  return kept ? (kept.came_by ?? "rematch") : null;
}

/** One letter a seat, all different; the number of a seat that has no name. */
export const lettersAt = (table: Table | null): string[] => lettersOf(namesOf(table, () => ""));

/** One letter a name, all different. */
export function lettersOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, seat) => {
    const own = [...name.toUpperCase()].find((c) => /\p{L}/u.test(c) && !taken.has(c));
    const letter = own ?? String(seat + 1);
    taken.add(letter);
    return letter;
  });
}
