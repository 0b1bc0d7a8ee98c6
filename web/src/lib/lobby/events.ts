/** What an event is called; the name that its host gave it goes when they go. */
import { titleOf } from "$lib/games.svelte";
import { t } from "$lib/settings.svelte";
import type { EventShort } from "$lib/server/types";

export const eventName = ({ name, game }: Pick<EventShort, "name" | "game">): string =>
  name || t("event.unnamed", { game: titleOf(game) });
