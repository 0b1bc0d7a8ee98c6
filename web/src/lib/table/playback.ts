/** What happens at a table, shown message by message, each for as long as its news need. */
import { bySeat } from "$lib/kinds";
import type { Showing } from "$lib/kit";
import type { Shown } from "./stages";
import type { Play } from "$lib/server/types";

const SHORTEST_MS = 120;
const USUAL_MS = 350;
/** Who has just done something has seen it; they needn't wait for what others do next. */
const OWN_MS = 450;
/** Between two of one's own decisions nothing takes longer than this, however much happens. */
const PATIENCE_MS = 3600;
/** What a single message may take of the patience that is left: the first ones keep their time. */
const SHARE = 0.36;

/** How long a message is shown before the next one may replace it, by its weightiest news. */
export function timeFor(play: Play, showings: Partial<Record<string, Showing>>): number {
  const own = play.seat !== null && bySeat(play.news, play.seat).length > 0;
  const unhurried = play.news.some((each) => showings[each.kind]?.unhurried);
  const time = Math.max(SHORTEST_MS, ...play.news.map((each) => showings[each.kind]?.shown ?? USUAL_MS));
  return own && !unhurried ? Math.min(time, OWN_MS) : time;
}

interface Screen {
  /** Show a message; the first one, or one that begins anew, without its news. */
  show(play: Shown, first: boolean): void;
  /** A message in the stages in which it is shown. */
  stages(before: Play, play: Play): Shown[];
  /** How long a message is shown, at the usual pace. */
  time(play: Shown): number;
  /** By how much all times are stretched; nothing waits at 0. */
  pace(): number;
  /** Whether something waits to be shown. */
  waiting(now: boolean): void;
}

export class Playback {
  /** The newest message, shown or not. */
  latest: Play | null = null;
  private queue: Shown[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience = PATIENCE_MS;
  private readonly screen: Screen;

  constructor(screen: Screen) {
    this.screen = screen;
  }

  /** A message came: shown at once where it begins anew, otherwise when its turn comes. */
  enqueue(play: Play): void {
    const { latest } = this;
    if (latest && play.seq < latest.seq && play.seat === latest.seat) return;
    this.latest = play;
    if (!latest || play.fresh || play.seat !== latest.seat) {
      this.queue = [];
      return this.show(play, true);
    }
    this.queue.push(...(this.screen.pace() ? this.screen.stages(latest, play) : [play]));
    if (this.timer === undefined) this.showNext();
    else this.screen.waiting(true);
  }

  /** Show the latest at once. */
  skipToLatest(): void {
    if (this.timer === undefined) return;
    this.stop();
    while (this.queue.length) this.show(this.queue.shift()!, false);
    this.screen.waiting(false);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private show(play: Shown, first: boolean): void {
    if (play.moves.length) this.patience = PATIENCE_MS;
    this.screen.show(play, first);
  }

  private readonly showNext = (): void => {
    this.timer = undefined;
    const play = this.queue.shift();
    this.screen.waiting(this.queue.length > 0);
    if (!play) return;
    this.show(play, false);
    const time = play.moves.length ? 0 : this.allot(this.screen.time(play)) * this.screen.pace();
    if (time > 0) this.timer = setTimeout(this.showNext, time);
    else this.showNext();
  };

  /** So much of a wish as patience allows. */
  private allot(wish: number): number {
    const time = Math.min(wish, this.patience * SHARE);
    this.patience -= time;
    return time;
  }
}
