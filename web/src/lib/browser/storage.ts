/** What this browser keeps for us. Where it can't, in a private window or without room, nothing is kept, and nobody fails. */

class Keeper {
  /** Asked each time: where it is forbidden, even naming a storage throws. */
  private readonly storage: () => Storage;

  constructor(storage: () => Storage) {
    this.storage = storage;
  }

  /** The text under a key, as it is. */
  text(key: string): string | null {
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  /** Keep a text as it is; whether that was possible. */
  keepText(key: string, text: string): boolean {
    try {
      this.storage().setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  /** What was written under a key, or something else where there is nothing that can be read. */
  read<T>(key: string, otherwise: T): T {
    try {
      return (JSON.parse(this.text(key) ?? "null") as T | null) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  /** Write anything that JSON can; whether that was possible. */
  write(key: string, value: unknown): boolean {
    return this.keepText(key, JSON.stringify(value));
  }

  remove(key: string): void {
    try {
      this.storage().removeItem(key);
    } catch {
      // Then nothing was kept.
    }
  }
}

/** Kept until somebody clears it. */
export const lasting = new Keeper(() => localStorage);
/** Kept as long as the tab. */
export const passing = new Keeper(() => sessionStorage);
