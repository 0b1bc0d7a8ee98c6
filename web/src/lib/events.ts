/** What an event is called; the name that its host gave it goes when they go. */
import { titleOf } from "./games.svelte";
import { t } from "./settings.svelte";
import type { EventShort } from "./types";

export const eventName = ({ name, game }: Pick<EventShort, "name" | "game">): string =>
  name || t("event.unnamed", { game: titleOf(game) });
