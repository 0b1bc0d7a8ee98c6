/** What happens at a table, shown message by message, each for as long as its news need. */
import type { Reaction } from "./kit";
import type { Play } from "./types";

const SHORTEST_MS = 120;
const USUAL_MS = 350;
/** Who has just done something has seen it; they needn't wait for what others do next. */
const OWN_MS = 450;

/** How long a message is shown before the next one may replace it, by its weightiest news. */
export function timeFor(play: Play, reactions: Partial<Record<string, Reaction>>): number {
  const own = play.news.some((each) => each["seat"] === play.seat);
  const unhurried = play.news.some((each) => reactions[each.kind]?.unhurried);
  const time = Math.max(SHORTEST_MS, ...play.news.map((each) => reactions[each.kind]?.shown ?? USUAL_MS));
  return own && !unhurried ? Math.min(time, OWN_MS) : time;
}

export class Playback {
  /** The newest message, shown or not. */
  latest: Play | null = null;
  private queue: Play[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly show: (play: Play, first: boolean) => void;
  private readonly time: (play: Play) => number;

  constructor(show: (play: Play, first: boolean) => void, time: (play: Play) => number) {
    this.show = show;
    this.time = time;
  }

  /** Whether something waits to be shown. */
  get waiting(): boolean {
    return this.queue.length > 0;
  }

  /** A message came: shown at once where it begins anew, otherwise when its turn comes. */
  take(play: Play): void {
    if (this.latest && play.seq < this.latest.seq && play.seat === this.latest.seat) return;
    const first = !this.latest || play.fresh || play.seat !== this.latest.seat;
    this.latest = play;
    if (first) {
      this.queue = [];
      return this.show(play, true);
    }
    this.queue.push(play);
    if (this.timer === undefined) this.next();
  }

  /** Show the latest at once. */
  skip(): void {
    if (this.timer === undefined) return;
    this.stop();
    while (this.queue.length) this.show(this.queue.shift()!, false);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readonly next = (): void => {
    this.timer = undefined;
    const play = this.queue.shift();
    if (!play) return;
    this.show(play, false);
    const time = this.time(play);
    if (time > 0) this.timer = setTimeout(this.next, time);
    else this.next();
  };
}
