/** On what terms a table is played: its clock, and the rules that differ from the usual ones. */
import { games } from "$lib/games.svelte";
import { settings, t } from "$lib/settings.svelte";
import type { Pace, Table } from "$lib/server/types";

export function paceWords(pace: Pace): string {
  if (pace.kind === "none") return t("new.pace_none");
  if (pace.kind === "days") {
    const days = t("new.pace_each_days", { count: pace.days });
    return pace.vacation ? t("new.pace_vacation", { days, count: pace.vacation }) : days;
  }
  if (pace.kind === "move") {
    const seconds = pace.move_ms / 1000;
    if (seconds % 60) return t("new.pace_move_seconds", { seconds });
    return t("new.pace_move", { minutes: seconds / 60 });
  }
  const [minutes, seconds] = [pace.base_ms / 60_000, pace.increment_ms / 1000];
  return seconds ? t("new.pace_clock", { minutes, seconds }) : t("new.pace_game", { minutes });
}

/** What happens when a clock runs out. */
export function zeroWords(pace: Pace): string {
  return pace.kind === "none" ? "" : t(`clock.zero_${pace.kind}`);
}

/** Why nobody is helped at a table: it is of an event, or rated, or others play the same luck. */
export function noHelpAt(
  table: Pick<Table, "event" | "rated" | "luck">,
): "event-no-help" | "rated-no-hints" | "luck-no-hints" | null {
  if (table.event) return "event-no-help";
  if (table.rated) return "rated-no-hints";
  return table.luck ? "luck-no-hints" : null;
}

/** What a choice of an option is called, or a thing that it puts in order. */
export function choiceWords(game: string, option: string, choice: string): string {
  const key = `${game}.option.${option}.${choice}`;
  return settings.texts.has(key) ? settings.texts.say(key) : settings.texts.term(game, option, choice);
}

/** The options a table has chosen otherwise than usual, in words. */
export function unusualRules({ game, options }: Pick<Table, "game" | "options">): string[] {
  const known = games.all.find((each) => each.game === game)?.options ?? {};
  return Object.entries(options)
    .filter(([option, choice]) => option in known && choice !== known[option]!.default)
    .map(([option, choice]) => {
      const label = settings.texts.named(`${game}.option`, option);
      if (choice === true) return label;
      const named = String(choice).split(","); // An order of one's own is written so.
      const text = named.map((each) => choiceWords(game, option, each)).join(", ");
      return t("common.labelled", { label, text });
    });
}
