/** What a page asks of the server: the answer, or why there is none, and a way to ask again. */
import { onDestroy } from "svelte";
import { outcomeUnknown, Refused } from "$lib/server/api";
import { problemText } from "$lib/problems";
import { reach } from "$lib/server/reach.svelte";

type Ask<T> = () => Promise<T>;
type Take<T> = (found: T) => void;

const TOO_MANY = 429;
/** Whether it may go well another time: what the server has refused for a reason, it refuses again. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof Refused) || outcomeUnknown(error) || error.status === TOO_MANY;

/** Something that may have failed. */
export abstract class Attempt {
  protected failure = $state.raw<unknown>(null);
  /** Why, or nothing. */
  readonly problem = $derived(this.failure === null ? "" : problemText(this.failure));
  /** Whether trying again may help. */
  readonly passing = $derived(this.failure !== null && mayPass(this.failure));
  abstract readonly again: () => unknown;
}

export class Fetched<T> extends Attempt {
  found = $state.raw<T | null>(null);
  private latest: [Ask<T>, Take<T>] | null = null;

  /** Made by a component, and no longer asked for once that has gone. */
  constructor() {
    super();
    onDestroy(() => (this.latest = null));
  }

  /** Ask, and take the answer unless something else was asked meanwhile; what was found before stays until then. */
  async fetch(how: Ask<T>, take: Take<T> = (found) => (this.found = found)): Promise<void> {
    const asked: [Ask<T>, Take<T>] = (this.latest = [how, take]);
    try {
      const found = await how();
      if (this.latest !== asked) return;
      this.failure = null;
      take(found);
    } catch (error) {
      if (this.latest !== asked) return;
      this.failure = error;
      if (reach.lost) void reach.whenBack().then(() => (this.latest === asked ? this.again() : undefined));
    }
  }

  /** Ask the same once more. */
  again = async (): Promise<void> => {
    if (this.latest) await this.fetch(...this.latest);
  };

  /** Nobody waits for an answer any more, nor looks at one. */
  forget(): void {
    this.latest = null;
    this.found = this.failure = null;
  }
}
