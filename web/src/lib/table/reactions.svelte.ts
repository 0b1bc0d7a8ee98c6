/** Reactions: small signs that people at a table show each other, each for a moment. */
import { api } from "$lib/server/api";
import { settings, t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Reaction, Seat } from "$lib/server/types";

export const REACTIONS = [
  "hello",
  "bravo",
  "thanks",
  "wow",
  "oops",
  "thinking",
] as const satisfies readonly Reaction["reaction"][];
const SHOWN_MS = 5000;

export class Reactions {
  readonly table: string;
  /** What is shown now, the latest last. */
  shown = $state.raw<Reaction[]>([]);

  constructor(table: string) {
    this.table = table;
  }

  /** What somebody shows, unless I look at nobody's; who comes back may hear of it again. */
  hear(reaction: Reaction): void {
    const mine = reaction.person === settings.person?.id;
    if (this.shown.some(({ id }) => id === reaction.id) || (!mine && !settings.now.reactions)) return;
    this.shown = [...this.shown, reaction];
    setTimeout(() => (this.shown = this.shown.filter((each) => each !== reaction)), SHOWN_MS);
    toasts.speak(t("reaction.said", { name: reaction.by, reaction: t(`reaction.${reaction.reaction}`) }));
  }

  /** The latest that is shown at a seat, or by those who only watch. */
  at(seat: Seat | null): Reaction | undefined {
    return this.shown.findLast((each) => each.seat === seat);
  }

  /** What I show myself. */
  get mine(): Reaction | undefined {
    return this.shown.findLast((each) => each.person === settings.person?.id);
  }

  async send(reaction: Reaction["reaction"]): Promise<void> {
    await api.react(this.table, reaction).catch((error: unknown) => toasts.problem(error));
  }
}
