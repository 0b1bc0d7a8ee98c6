/** What a strong bot would play now, for who asks; in rated games nobody may. */
import { api } from "$lib/server/api";
import type { Room } from "./room.svelte";
import { settings, t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Hint } from "$lib/server/types";

export class Hints {
  found = $state.raw<Hint[] | null>(null);
  private readonly room: Room;

  constructor(room: Room) {
    this.room = room;
  }

  /** Ask, or put away what was answered. */
  ask = async (): Promise<void> => {
    if (this.found?.length) return this.forget();
    if (this.room.unaided) return toasts.say(settings.texts.say(`error.${this.room.unaided}`));
    const { play } = this.room;
    const found = await api
      .hints(this.room.id, this.room.seat)
      .catch((error: unknown) => (toasts.problem(error), null));
    if (play !== this.room.play) return; // The question was another one.
    this.found = found;
    if (this.found && !this.found.length) toasts.say(t("table.no_hint"));
  };

  forget = (): void => {
    this.found = null;
  };
}
