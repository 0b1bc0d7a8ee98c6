/** A list that the server tells page by page: the first, then what comes after the last. */
import { Fetched } from "./fetched.svelte";

type Page<T> = (last: T | undefined, limit: number) => Promise<T[]>;

export class PagedList<T> {
  /** What has been told so far; null before the first page. */
  all = $state.raw<T[] | null>(null);
  /** Whether there may be more. */
  more = $state(false);
  readonly fetched = new Fetched<T[]>();
  private readonly page: Page<T>;
  private readonly limit: number;

  constructor(page: Page<T>, limit = 20) {
    this.page = page;
    this.limit = limit;
  }

  /** Begin anew: nothing of what was told before stays. */
  begin(): Promise<void> {
    this.all = null;
    this.more = false;
    return this.refresh();
  }

  /** The first page once more; what was told before stays until it is there. */
  refresh(): Promise<void> {
    return this.load(undefined, []);
  }

  /** The page after the last; fetched twice, it comes once. */
  next = (): Promise<void> => {
    const before = this.all ?? [];
    return this.load(before.at(-1), before);
  };

  private load(last: T | undefined, before: T[]): Promise<void> {
    return this.fetched.fetch(
      () => this.page(last, this.limit),
      (found) => {
        this.all = [...before, ...found];
        this.more = found.length === this.limit;
      },
    );
  }
}
