/** What a view tells, put together. */
import { COLOURS } from "./names";
import type { Player } from "./types";

export const cardCount = (player: Player): number =>
  COLOURS.reduce((sum, colour) => sum + player.cards[colour].length, 0);
