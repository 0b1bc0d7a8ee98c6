/** Up to which answer a player has seen a table, in this browser; and since when they were away. */
import { lasting } from "$lib/browser/storage";

const KEY = "cradle.seen";
const MOST_TABLES = 100;

const kept = (): Record<string, number> => lasting.read(KEY, {});

export class Absence {
  /** The last ply that was seen before what happened meanwhile; null where nothing was missed. */
  since = $state<number | null>(null);
  private readonly table: string;
  private latest = 0;
  private first = true;

  constructor(table: string) {
    this.table = table;
  }

  /** Notice from now on when the page is hidden or shown. */
  begin(): void {
    document.addEventListener("visibilitychange", this.look);
  }

  /** The table is shown at this ply. */
  show(ply: number): void {
    this.latest = ply;
    this.look();
  }

  /** What was missed has been told. */
  forget(): void {
    this.since = null;
  }

  end(): void {
    document.removeEventListener("visibilitychange", this.look);
  }

  /** Whoever comes, or comes back to a hidden page, has missed what they haven't seen. */
  private readonly look = (event?: Event): void => {
    if (document.visibilityState === "hidden") return;
    const { [this.table]: seen, ...others } = kept();
    const back = this.first || event !== undefined;
    if (back && seen !== undefined && seen < this.latest) this.since ??= seen;
    this.first = false;
    const newest = Object.entries(others).slice(1 - MOST_TABLES);
    lasting.write(KEY, { ...Object.fromEntries(newest), [this.table]: this.latest });
  };
}
