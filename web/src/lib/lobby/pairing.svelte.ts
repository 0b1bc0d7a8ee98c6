/** Looking for people to play with: what I look for, what others do, and the table that is found. */
import { api } from "$lib/server/api";
import { freshSalt } from "./dice";
import { titleOf } from "$lib/games.svelte";
import { router } from "$lib/browser/router.svelte";
import { settings, t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { SearchWish, Table, Wanted } from "$lib/server/types";

/** Who looks for a game now says again that they are there, well before the server gives them up. */
const STILL_THERE = 240_000;

export function wishWords({ game, players, pace, rated }: SearchWish): string {
  const wish = t("pairing.wish", { game: titleOf(game), players, when: t(`pairing.wish_${pace}`) });
  return rated ? t("pairing.wish_rated", { wish }) : wish;
}

class Pairing {
  mine = $state.raw<SearchWish | null>(null);
  wanted = $state.raw<Wanted[]>([]);
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Grows as something begins and ends that changes what is looked for. */
  private changes = 0;

  /** Look how things stand; an answer from before a change says nothing any more. */
  async load(): Promise<void> {
    const changes = this.changes;
    const { mine, wanted } = await api.search();
    if (changes === this.changes) this.take(mine, wanted);
  }

  async seek(wish: SearchWish): Promise<void> {
    await settings.ensurePerson();
    const { mine, wanted, table } = await this.change(() => api.seek(wish));
    this.take(mine, wanted);
    if (table) await this.sit(await api.table(table));
  }

  async stop(): Promise<void> {
    await this.change(() => api.endSearch());
    await this.load();
  }

  /** Somebody else sits here now: what was looked for isn't theirs. */
  forget(): void {
    this.changes++;
    this.take(null, this.wanted);
  }

  private async change<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    this.changes++;
    return act().finally(() => this.changes++);
  }

  /** A table was found: whoever waits for it here, and isn't playing, is taken there. */
  found(table: Table): boolean {
    const waited = this.mine?.pace === "now" && !document.hidden && router.route.page !== "t";
    this.forget();
    if (waited) void this.sit(table).catch((error: unknown) => toasts.problem(error));
    return waited;
  }

  private async sit(table: Table): Promise<void> {
    await api.join(table.id, undefined, undefined, freshSalt());
    router.go(`/t/${table.id}`);
  }

  private take(mine: SearchWish | null, wanted: Wanted[]): void {
    const same = JSON.stringify(mine) === JSON.stringify(this.mine);
    this.mine = mine;
    this.wanted = wanted;
    if (same) return; // Whoever only looks how things stand doesn't put off saying that they are there.
    clearInterval(this.timer);
    if (mine?.pace === "now")
      this.timer = setInterval(() => void this.seek(mine).catch(() => undefined), STILL_THERE);
  }
}

export const pairing = new Pairing();
