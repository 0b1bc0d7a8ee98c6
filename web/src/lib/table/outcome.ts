/** What a move would change of one's own figures. */
import type { FigureChange, GameKit } from "$lib/kit";
import { withMinus } from "$lib/i18n/minus";
import { decimal } from "$lib/i18n/numbers";
import { inSequence, labelled } from "$lib/i18n/punctuation";
import type { Room } from "./room.svelte";
import { t } from "$lib/settings.svelte";
import type { Expected, Move, Seat, PlayerAfter, View } from "$lib/server/types";

/** The figures that differ between a view and one in which a player stands otherwise. */
export function figureChanges(
  figures: GameKit["figures"],
  view: View,
  seat: Seat,
  after: PlayerAfter,
): FigureChange[] {
  const players = view["players"];
  if (!Array.isArray(players)) return [];
  const before = figures(view, seat);
  return figures({ ...view, players: players.with(seat, after) }, seat)
    .map((figure, i) => ({ ...figure, before: before[i]!.value }))
    .filter((each) => each.value !== each.before);
}

/** What dice bring on average, as a change of the figure that it belongs to. */
export function expectedChanges(
  figures: GameKit["figures"],
  view: View,
  seat: Seat,
  { name, amount }: Expected,
): FigureChange[] {
  return figures(view, seat)
    .filter(({ icon }) => icon === name)
    .map((figure) => ({ ...figure, before: figure.value, expected: amount }));
}

/** What a move would change, by what the server foretells of it. */
export function outcomeOf(
  { view, seat, previews }: Pick<Room, "view" | "seat" | "previews">,
  { figures }: GameKit,
  move: Move | undefined,
): FigureChange[] {
  if (!move || !view || seat === null) return [];
  const [after, expected] = [previews.after(move.text), previews.expected(move.text)];
  return [
    ...(after ? figureChanges(figures, view, seat, after) : []),
    ...(expected ? expectedChanges(figures, view, seat, expected) : []),
  ];
}

/** A change with its sign: `+3`, or `≈ +1.9` where dice decide. */
export function changeText({ value, before, expected }: FigureChange): string {
  if (expected !== undefined) return `≈ +${decimal(expected)}`;
  return value > before ? `+${value - before}` : withMinus(value - before);
}

function inWords(change: FigureChange): string {
  const { label, before, value, changeOnly, expected } = change;
  if (expected !== undefined) return t("outcome.expected", { label, amount: decimal(expected) });
  return changeOnly ? `${label} ${changeText(change)}` : t("outcome.change", { label, before, after: value });
}

/** The same in words: `After this move: coins 12, then 9; food 5, then 7`. */
export function outcomeText(changed: FigureChange[]): string {
  return changed.length ? labelled(t("outcome.title"), inSequence(changed.map(inWords))) : "";
}
