/** Up to which line a table's chat has been read, kept as long as the tab. */
import { passing } from "$lib/browser/storage";
import type { Line } from "$lib/server/types";

export class ReadingMark {
  private at = $state(0);
  private readonly key: string;

  constructor(table: string) {
    this.key = `cradle.read.${table}`;
    this.at = passing.read(this.key, 0);
  }

  /** How many lines came after the mark. */
  unread(lines: readonly Line[]): number {
    return lines.filter((line) => line.number > this.at).length;
  }

  /** All of these have been read. */
  moveBehind(lines: readonly Line[]): void {
    this.at = lines.at(-1)?.number ?? this.at;
    passing.write(this.key, this.at);
  }
}
