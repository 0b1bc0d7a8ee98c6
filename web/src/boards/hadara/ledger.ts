/** The score line by line: what each part is made of. Every number is the view's or printed. */
import { t } from "$lib/settings.svelte";
import type { BoardProps } from "$lib/kit";
import { cardOf, COLOURS, GAME, type Player } from "./shape";
import { aboutEffect, colonyLine, goldLine, silverLine, statueLine, upper } from "./telling";

type Given = Pick<BoardProps, "texts" | "facts" | "view" | "names">;

export interface Entry {
  part: string;
  icon: string;
  clause: string;
  points: number;
  lines: string[];
}

const PARTS: [part: string, icon: string, clause: string][] = [
  ["colonies", "h-colony", "H-E1"],
  ["statues", "h-statue", "H-E2"],
  ["silver", "h-silver", "H-E3"],
  ["gold", "h-gold", "H-E4"],
  ["cards", "h-card", "H-E5"],
  ["coins", "h-coin", "H-E6"],
];
/** Effects that count in a part at the end, besides what is printed on the things. */
const EFFECTS: Record<string, string[]> = {
  statues: ["statue_bonus"],
  silver: ["full_silver_medal"],
  gold: ["set_joker", "set_points"],
};

/** The points on a player's cards, colour by colour. */
function cardLines(given: Given, player: Player): string[] {
  return COLOURS.flatMap((colour) => {
    const points = player.cards[colour]
      .map((id) => cardOf(given.facts, id)?.points ?? "0")
      .filter((each) => each !== "0");
    return points.length ? [`${upper(given.texts.term(GAME, "colour", colour))}: ${points.join(" + ")}`] : [];
  });
}

function linesOf(given: Given, player: Player, part: string): string[] {
  if (part === "colonies") return player.colonies.map((each) => colonyLine(given, player, each.colony));
  if (part === "statues") return player.statues.map((each) => statueLine(given, player, each.statue));
  if (part === "silver") return player.medals.silver.length ? [silverLine(given, player)] : [];
  if (part === "gold") return [goldLine(player)];
  if (part === "cards") return cardLines(given, player);
  return [t("hadara.coins_held", { count: player.coins })];
}

export function ledger(given: Given, player: Player, parts: Record<string, number>): Entry[] {
  return PARTS.map(([part, icon, clause]) => {
    const effects = (EFFECTS[part] ?? [])
      .filter((effect) => player.effects.includes(effect))
      .map((effect) => aboutEffect(given, effect).name);
    return {
      part,
      icon,
      clause,
      points: parts[part] ?? 0,
      lines: [...linesOf(given, player, part), ...effects],
    };
  });
}
