/** Names for what a client does: the server does nothing twice under the same one (docs/protocol.md). */
let made = 0;

/** A name that nobody has used. */
export function newId(): string {
  const random = Math.random().toString(36).slice(2, 8);
  return `${Date.now().toString(36)}-${(made++).toString(36)}-${random}`;
}

/** The names of what was sent and never answered: whoever does the same again repeats it under its name. */
export class Unanswered {
  private readonly ids = new Map<string, string>();

  /** The name of an act: its own from last time, if nobody knows what came of that. */
  begin(act: string): string {
    const id = this.ids.get(act) ?? newId();
    this.ids.set(act, id);
    return id;
  }

  /** What came of an act is known: the next one like it is another one. */
  end(act: string): void {
    this.ids.delete(act);
  }
}
