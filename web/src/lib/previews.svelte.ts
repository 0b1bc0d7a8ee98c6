/** What moves would bring, asked of the server when somebody looks, and kept for this question. */
import type { News } from "./types";

/** A preview: the news a move would bring; null where nobody can say; undefined while it is asked. */
export type Preview = News[] | null | undefined;
export type Ask = (texts: string[]) => Promise<Record<string, News[] | null>>;

const MOST = 64;

export class Previews {
  private known = $state.raw<Record<string, News[] | null>>({});
  private readonly ask: Ask;
  private wanted = new Set<string>();
  private question = 0;

  constructor(ask: Ask) {
    this.ask = ask;
  }

  /** Another question: nothing that was known still holds. */
  forget(known: Record<string, News[] | null> = {}): void {
    this.question += 1;
    this.wanted = new Set();
    this.known = known;
  }

  /** What a move would bring; reading it asks for it, together with all others read by then. */
  of(text: string | undefined): Preview {
    if (text === undefined) return null;
    const found = this.known[text];
    if (found === undefined && !this.wanted.has(text)) {
      if (!this.wanted.size) setTimeout(() => void this.fetch(this.question));
      this.wanted.add(text);
    }
    return found;
  }

  private async fetch(question: number): Promise<void> {
    if (question !== this.question) return;
    const texts = [...this.wanted];
    this.wanted = new Set();
    for (let at = 0; at < texts.length; at += MOST) {
      const some = texts.slice(at, at + MOST);
      const found = await this.ask(some).catch(() => ({}) as Record<string, News[] | null>);
      if (question !== this.question) return;
      this.known = { ...this.known, ...Object.fromEntries(some.map((text) => [text, found[text] ?? null])) };
    }
  }
}
