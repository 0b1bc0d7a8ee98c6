import type { GameKit } from "$lib/kit";
import { t } from "$lib/settings.svelte";
import type { View } from "$lib/types";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";
import { NOTES } from "./notes";
import { cardCount, hadara, type Player } from "./shape";
import { boardLines, handLines, playerLines } from "./telling";

const player = (view: View, seat: number): Player => hadara(view).players[seat]!;

export const kit: GameKit = {
  Board,
  Tableau,
  describe(given) {
    const hand = handLines(given);
    return [
      ...(hand.length ? [{ title: t("hadara.hand"), lines: hand }] : []),
      { title: t("table.board"), lines: boardLines(given) },
      ...hadara(given.view).players.map((each) => ({
        title: given.names[each.seat] ?? "",
        lines: playerLines(given, each),
      })),
    ];
  },
  clauses: {
    "board-joined": "H-S2",
    dealt: "H-S7",
    "side-chosen": "H-S8",
    compensated: "H-S11",
    "epoch-began": "H-S10",
    "phase-began": "H-A6",
    "wheel-set": "H-A1",
    "wheel-turned": "H-A5",
    drew: "H-A2",
    "drew-unseen": "H-A2",
    laid: "H-A3",
    bought: "H-T2",
    sold: "H-T4",
    "sold-unseen": "H-A4",
    "tile-put": "H-P2",
    earned: "H-I1",
    "effect-paid": "H-P16",
    "requirement-bought": "H-P15",
    plundered: "H-C3",
    integrated: "H-C3",
    "turned-over": "H-C3",
    carved: "H-U2",
    fed: "H-F1",
    hungered: "H-F2",
    "paid-feeding": "H-P7",
    removed: "H-F2",
    "silver-bought": "H-M2",
    "gold-bought": "H-M1",
    passed: "H-C1",
    scored: "H-M3",
    won: "H-E7",
  },
  reactions: {
    "epoch-began": { heading: true },
    laid: { shown: 500, sound: "wood" },
    bought: { shown: 700 },
    sold: { shown: 600 },
    plundered: { shown: 800, sound: "build" },
    integrated: { shown: 800, sound: "build" },
    "turned-over": { shown: 1250, unhurried: true },
    carved: { shown: 800, sound: "build" },
    "wheel-turned": { shown: 1000 },
  },
  hasSecrets: () => true,
  lesson: { load: () => import("./lesson.json"), notes: NOTES },
  parts: ["colonies", "statues", "silver", "gold", "cards", "coins"],
  brief: (view, seat) => {
    const me = player(view, seat);
    const few = hadara(view).seats < 5;
    return [
      { icon: "points", value: me.score.total, label: t("hadara.points_now") },
      ...(few ? [{ icon: "h-coin", value: me.coins, label: t("hadara.coins") }] : []),
      ...(few && hadara(view).seats < 4
        ? [{ icon: "h-card", value: cardCount(me), label: t("hadara.part.cards") }]
        : []),
    ];
  },
  score: (view, seat) => player(view, seat).score.parts,
};
