/** What happened in words: as the texts say it, with things named as the game's kit shows them. */
import type { GameKit } from "./kit";
import { settings } from "./settings.svelte";
import type { GameFacts, News } from "./types";

export interface Teller {
  game: string;
  kit: GameKit | null;
  facts: GameFacts | null;
  names: string[];
}

export function tell({ game, kit, facts, names }: Teller, news: News): string {
  return settings.texts.tell(game, kit?.named?.(news, facts) ?? news, names);
}
