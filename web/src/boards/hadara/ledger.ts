/** The score line by line: what each part is made of. Every number is the view's or printed. */
import { capital } from "$lib/i18n/texts";
import { labelled } from "$lib/i18n/punctuation";
import { t } from "$lib/settings.svelte";
import { aboutEffect, colonyLine, goldLine, silverLine, statueLine } from "./descriptions";
import { cardOf, clauseOf } from "./components";
import { COLOURS, GAME } from "./names";
import type { BoardProps, Effect, Part, Player } from "./types";

type Given = Pick<BoardProps, "texts" | "facts" | "view" | "names">;

interface Entry {
  part: Part;
  icon: string;
  clause: string;
  points: number;
  lines: string[];
}

const ICONS: Record<Part, string> = {
  colonies: "h-colony",
  statues: "h-statue",
  silver: "h-silver",
  gold: "h-gold",
  cards: "h-card",
  coins: "h-coin",
};
/** The parts of the score sheet, in order. */
export const PARTS = Object.keys(ICONS) as Part[];
/** Effects that count in a part at the end, besides what is printed on the things. */
const EFFECTS: Partial<Record<Part, Effect[]>> = {
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
    return points.length
      ? [labelled(capital(given.texts.term(GAME, "colour", colour)), points.join(" + "))]
      : [];
  });
}

function linesOf(given: Given, player: Player, part: Part): string[] {
  if (part === "colonies") return player.colonies.map((each) => colonyLine(given, player, each.colony));
  if (part === "statues") return player.statues.map((each) => statueLine(given, player, each.statue));
  if (part === "silver") return player.medals.silver.length ? [silverLine(given, player)] : [];
  if (part === "gold") return [goldLine(player)];
  if (part === "cards") return cardLines(given, player);
  return [t("hadara.coins_held", { count: player.coins })];
}

export function ledger(given: Given, player: Player, parts: Record<string, number>): Entry[] {
  return PARTS.map((part) => {
    const effects = (EFFECTS[part] ?? [])
      .filter((effect) => player.effects.includes(effect))
      .map((effect) => aboutEffect(given, effect).name);
    return {
      part,
      icon: ICONS[part],
      clause: clauseOf(given.facts, "score", part),
      points: parts[part] ?? 0,
      lines: [...linesOf(given, player, part), ...effects],
    };
  });
}
