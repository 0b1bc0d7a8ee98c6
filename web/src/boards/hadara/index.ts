/** What Hadara brings for the browser: its board and tableau, how they read as text, what news show. */
import { settings, t } from "$lib/settings.svelte";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";
import facts from "./facts.json";
import { PARTS } from "./ledger";
import { GAME, TRACKS } from "./names";
import { NOTES } from "./lesson-notes";
import { comingCard, nameThings } from "./cards";
import { boardLines, handLines, playerLines } from "./descriptions";
import { cardCount } from "./position";
import type { GameFacts } from "$lib/server/types";
import type { Kit, Player, View } from "./types";

const player = (view: View, seat: number): Player => view.players[seat]!;

export const kit: Kit = {
  facts: facts as unknown as GameFacts,
  Board,
  Tableau,
  coming: comingCard,
  describe(given) {
    const hand = handLines(given);
    return [
      ...(hand.length ? [{ title: t("hadara.hand"), lines: hand }] : []),
      { title: t("table.board"), lines: boardLines(given) },
      ...given.view.players.map((each) => ({
        title: given.names[each.seat] ?? "",
        lines: playerLines(given, each),
      })),
    ];
  },
  showings: {
    "epoch-began": { shown: 900, heading: true, stage: "epoch" },
    "phase-began": { shown: 900, stage: "epoch" },
    earned: { shown: 900, stage: "income" },
    fed: { shown: 600, stage: "feeding", eachSeat: true },
    hungered: { shown: 800, stage: "feeding", eachSeat: true },
    laid: { shown: 500, sound: "wood" },
    bought: { shown: 700 },
    sold: { shown: 600 },
    plundered: { shown: 800, sound: "build" },
    integrated: { shown: 800, sound: "build" },
    "turned-over": { shown: 1250, unhurried: true },
    carved: { shown: 800, sound: "build" },
    "wheel-turned": { shown: 1000 },
  },
  named: nameThings,
  ending: () => t("hadara.ended"),
  hasSecrets: () => true,
  lesson: { load: () => import("./lesson.json"), notes: NOTES },
  parts: PARTS,
  brief: (view, seat) => {
    const me = player(view, seat);
    const few = view.seats < 5;
    return [
      { icon: "points", value: me.score.total, label: t("hadara.points_now") },
      ...(few ? [{ icon: "h-coin", value: me.coins, label: t("hadara.coins") }] : []),
      ...(few && view.seats < 4
        ? [{ icon: "h-card", value: cardCount(me), label: t("hadara.part.cards") }]
        : []),
    ];
  },
  figures: (view, seat) => {
    const me = player(view, seat);
    return [
      { icon: "points", label: t("outcome.points"), value: me.score.total },
      { icon: "h-coin", label: t("hadara.coins"), value: me.coins },
      ...TRACKS.map((track) => ({
        icon: `h-${track}`,
        label: settings.texts.term(GAME, "track", track),
        value: me.tracks[track],
      })),
      { icon: "h-card", label: t("hadara.part.cards"), value: cardCount(me) },
    ];
  },
  score: (view, seat) => player(view, seat).score.parts,
};
