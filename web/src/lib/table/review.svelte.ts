/** The analysis of a finished game: asked for once somebody wants it, then followed until it is deep. */
import { Attempt } from "$lib/page/fetched.svelte";
import type { Summary, Analysis, CostlyDecision, Position } from "$lib/server/types";

const AGAIN_MS = 1500;

export class Review extends Attempt {
  summary = $state.raw<Summary | null>(null);
  /** Whether a deeper analysis is on its way. */
  more = $state(false);
  private readonly ask: () => Promise<Analysis>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private begun = false;

  constructor(ask: () => Promise<Analysis>) {
    super();
    this.ask = ask;
  }

  /** Ask for it, unless it was asked for. */
  begin = (): void => {
    if (this.begun) return;
    this.begun = true;
    this.failure = null;
    void this.next();
  };
  again = this.begin;

  stop(): void {
    clearTimeout(this.timer);
    this.begun = false;
  }

  /** The decision that was about to be made in a position, seen by who made it, if it is among the costliest. */
  at(past: Position | null): CostlyDecision | undefined {
    if (!past) return undefined;
    return this.summary?.costliest.find(({ ply, seat }) => ply === past.ply + 1 && seat === past.seat);
  }

  private async next(): Promise<void> {
    try {
      const found = await this.ask();
      if (!this.begun) return;
      this.summary = found.summary ?? this.summary;
      this.more = found.more;
      if (found.more) this.timer = setTimeout(() => void this.next(), AGAIN_MS);
    } catch (error) {
      this.begun = this.more = false;
      this.failure = error;
    }
  }
}
