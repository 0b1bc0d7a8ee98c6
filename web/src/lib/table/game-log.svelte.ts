/** The log of a table as it grows: what its history tells, and what is heard after that. */
import { logOf, type LogEntry } from "./log";
import type { History } from "$lib/server/types";

export class GameLog {
  lines = $state.raw<LogEntry[]>([]);
  /** The last ply that the history has told of. */
  private told = 0;
  private asks = 0;

  /** Something was heard; the history may have told of it before it was shown. */
  add(entry: LogEntry): void {
    if (entry.ply > this.told) this.lines = [...this.lines, entry];
  }

  /** Begin anew with the history, and what was heard while it was on its way. */
  async load(ask: () => Promise<History>): Promise<void> {
    const asked = ++this.asks;
    const before = this.lines.length;
    this.told = 0;
    const history = await ask().catch(() => null);
    if (!history || asked !== this.asks) return;
    this.told = history.entries.at(-1)?.ply ?? 0;
    const since = this.lines.slice(before).filter(({ ply }) => ply > this.told);
    this.lines = [...logOf(history), ...since];
  }
}
