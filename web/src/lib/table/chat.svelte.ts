/** What is said at a table: the lines so far, how far they have been read, and what is being typed. */
import { api, Refused } from "$lib/server/api";
import { settings } from "$lib/settings.svelte";
import { playSound } from "$lib/sounds";
import { toasts } from "$lib/toasts.svelte";
import type { Line } from "$lib/server/types";
import { ReadingMark } from "./unread.svelte";

export class Chat {
  lines = $state.raw<Line[]>([]);
  /** What is typed and not yet said. */
  draft = $state("");
  readonly table: string;
  private readonly mark: ReadingMark;

  constructor(table: string) {
    this.table = table;
    this.mark = new ReadingMark(table);
  }

  /** The number of the last line; 0 before the first. */
  get last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  get unread(): number {
    return this.mark.unread(this.lines);
  }

  /** All lines have been read. */
  markRead(): void {
    this.mark.moveBehind(this.lines);
  }

  hear(lines: Line[]): void {
    const fresh = lines.filter((line) => line.number > this.last);
    if (fresh.length && this.last) playSound("chat");
    this.lines = [...this.lines, ...fresh];
  }

  /** Say what is typed; who is nobody yet says it under a name. It stays until it has been said. */
  async say(name?: string): Promise<void> {
    const text = this.draft.trim();
    if (!text) return;
    try {
      await settings.ensurePerson(name);
      await api.chat(this.table, text);
      if (this.draft.trim() === text) this.draft = "";
    } catch (error) {
      if (error instanceof Refused && error.status === 401) await settings.refreshPerson();
      toasts.problem(error);
    }
  }
}
