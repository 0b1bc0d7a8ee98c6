/** What a move would change of one's own figures. */
import type { FigureChange, GameKit } from "./kit";
import { withMinus } from "./minus";
import { inSequence, labelled } from "./punctuation";
import { t } from "./settings.svelte";
import type { Seat, PlayerAfter, View } from "./types";

/** The figures that differ between a view and one in which a player stands otherwise. */
export function changes(
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

export const signed = ({ value, before }: FigureChange): string =>
  value > before ? `+${value - before}` : withMinus(value - before);

/** The same in words: `After this move: coins 12, then 9; food 5, then 7`. */
export function outcomeText(changed: FigureChange[]): string {
  const words = changed.map((each) =>
    each.changeOnly
      ? `${each.label} ${signed(each)}`
      : t("outcome.change", { label: each.label, before: each.before, after: each.value }),
  );
  return changed.length ? labelled(t("outcome.title"), inSequence(words)) : "";
}
