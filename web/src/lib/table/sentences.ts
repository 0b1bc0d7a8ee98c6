/** What happened in words: as the texts say it, with things named as the game's kit shows them. */
import type { GameKit } from "$lib/kit";
import { settings } from "$lib/settings.svelte";
import type { GameFacts, Move, News } from "$lib/server/types";

export interface Teller {
  game: string;
  kit: GameKit | null;
  facts: GameFacts | null;
  names: string[];
}

export function tell({ game, kit, facts, names }: Teller, news: News): string {
  return settings.texts.tell(game, kit?.named?.(news, facts) ?? news, names);
}

/** A move in words, likewise. */
export function tellMove({ game, kit, facts, names }: Teller, move: Move): string {
  return settings.texts.move(game, kit?.named?.(move, facts) ?? move, names);
}
