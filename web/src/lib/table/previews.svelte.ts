/** What moves would bring, asked of the server when somebody looks, and kept for this question. */
import type { Expected, News, PlayerAfter, PreviewsFound } from "$lib/server/types";

/** A preview: the news a move would bring; null where nobody can say; undefined while it is asked. */
type Preview = News[] | null | undefined;
/** What is known of a move: its news, how whoever makes it would stand afterwards, and what dice bring on average. */
export interface Foretold {
  news: News[] | null;
  after: PlayerAfter | null;
  expected: Expected | null;
}
type Ask = (texts: string[]) => Promise<Record<string, Foretold>>;

const MOST = 64;
const NOTHING: Foretold = { news: null, after: null, expected: null };

export class Previews {
  private known = $state.raw<Record<string, Foretold>>({});
  private readonly ask: Ask;
  private wanted = new Set<string>();
  private question = 0;

  constructor(ask: Ask) {
    this.ask = ask;
  }

  /** Another question: nothing that was known still holds. */
  forget(known: Record<string, Foretold> = {}): void {
    this.question += 1;
    this.wanted = new Set();
    this.known = known;
  }

  /** The news a move would bring. */
  of(text: string | undefined): Preview {
    return text === undefined ? null : this.find(text)?.news;
  }

  /** How whoever makes a move would stand afterwards. */
  after(text: string): PlayerAfter | null | undefined {
    return this.find(text)?.after;
  }

  /** What dice bring on average by a move. */
  expected(text: string): Expected | null | undefined {
    return this.find(text)?.expected;
  }

  /** Reading it asks for it, together with all others read by then. */
  private find(text: string): Foretold | undefined {
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
      const found = await this.ask(some).catch(() => ({}) as Record<string, Foretold>);
      if (question !== this.question) return;
      this.known = {
        ...this.known,
        ...Object.fromEntries(some.map((text) => [text, found[text] ?? NOTHING])),
      };
    }
  }
}

/** The parts of the server's answer, move by move. */
export function readPreviews({
  previews,
  after = {},
  expected = {},
}: PreviewsFound): Record<string, Foretold> {
  const each = ([text, news]: [string, News[] | null]): [string, Foretold] => [
    text,
    { news, after: after[text] ?? null, expected: expected[text] ?? null },
  ];
  return Object.fromEntries(Object.entries(previews).map(each));
}
