import type { BoardKit } from "$lib/board";
import Ask from "./Ask.svelte";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";

interface Player {
  coins: number;
  tracks: Record<string, number>;
  score: { parts: Record<string, number>; total: number };
}

function player(view: { [field: string]: unknown }, seat: number): Player {
  return (view["players"] as Player[])[seat]!;
}

export const kit: BoardKit = {
  Board,
  Tableau,
  Ask,
  describe: () => [],
  clauses: {},
  parts: ["colonies", "statues", "silver", "gold", "cards", "coins"],
  brief: (view, seat) => [{ icon: "points", value: player(view, seat).score.total, label: "points" }],
  total: (view, seat) => player(view, seat).score.total,
  score: (view, seat) => player(view, seat).score.parts,
};
