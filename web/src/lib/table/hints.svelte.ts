/** What a strong bot would play now, for who asks; in rated games nobody may. */
import { api } from "$lib/server/api";
import type { Room } from "./room.svelte";
import { settings, t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Hint, Move } from "$lib/server/types";

type Asked = Move[] | undefined;

export class Hints {
  /** What was answered, and about which moves. */
  private answer = $state.raw<{ moves: Asked; hints: Hint[] } | null>(null);
  private readonly room: Room;

  constructor(room: Room) {
    this.room = room;
  }

  /** What was answered, for as long as the same is asked. */
  get found(): Hint[] | null {
    return this.answer && this.answer.moves === this.asked ? this.answer.hints : null;
  }

  /** The moves to choose from: others as soon as something else is asked. */
  private get asked(): Asked {
    return this.room.play?.moves;
  }

  /** Ask, or put away what was answered. */
  ask = async (): Promise<void> => {
    if (this.found?.length) return this.forget();
    if (this.room.unaided) return toasts.say(settings.texts.say(`error.${this.room.unaided}`));
    const moves = this.asked;
    const hints = await api
      .hints(this.room.id, this.room.seat)
      .catch((error: unknown) => (toasts.problem(error), null));
    if (moves !== this.asked) return; // The question was another one.
    this.answer = hints && { moves, hints };
    if (hints?.length === 0) toasts.say(t("table.no_hint"));
  };

  forget = (): void => {
    this.answer = null;
  };
}
