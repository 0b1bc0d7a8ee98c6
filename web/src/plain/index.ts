/** What serves a game that brings nothing of its own: text and buttons, made from any view. */
import type { GameKit } from "$lib/kit";
import { settings, t } from "$lib/settings.svelte";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";
import { boardOf, linesOf, numbersOf, playerOf, scoreOf } from "./values";

const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, n) => sum + n, 0);

export const kit: GameKit = {
  Board,
  Tableau,
  describe: (given) => [
    { title: t("table.board"), lines: linesOf(given, boardOf(given.view)) },
    ...given.names.map((title, seat) => ({ title, lines: linesOf(given, playerOf(given.view, seat)) })),
  ],
  showings: {},
  // What is secret nobody can tell, so everything may be.
  hasSecrets: () => true,
  brief: (view, seat) => {
    const parts = scoreOf(view, seat);
    const label = settings.texts.say("common.total");
    return Object.keys(parts).length ? [{ icon: "points", value: total(parts), label }] : [];
  },
  figures: numbersOf,
  score: scoreOf,
};
