/** Looking back: the position of the past that is shown, and those seen before it. */
import type { Position, Seat } from "$lib/server/types";

const keyOf = (ply: number, seat: Seat | null): string => `${seat}/${ply}`;

export class Past {
  shown = $state.raw<Position | null>(null);
  private readonly read: (ply: number, seat: Seat | null) => Promise<Position>;
  /** The position asked for last, by its key: answers to earlier questions come too late. */
  private wanted: string | null = null;
  private cache = new Map<string, Position>();

  constructor(read: (ply: number, seat: Seat | null) => Promise<Position>) {
    this.read = read;
  }

  /** Show the position at a ply as a seat sees it, unless another was asked for meanwhile. */
  async show(ply: number, seat: Seat | null): Promise<void> {
    const key = keyOf(ply, seat);
    const { cache } = this;
    this.wanted = key;
    const found = await this.position(ply, seat);
    if (this.wanted !== key) return;
    if (cache !== this.cache) return this.show(ply, seat);
    this.shown = found;
  }

  /** The position at a ply, as a seat saw it. */
  async position(ply: number, seat: Seat | null): Promise<Position> {
    const key = keyOf(ply, seat);
    const { cache } = this;
    const found = cache.get(key) ?? (await this.read(ply, seat));
    cache.set(key, found);
    return found;
  }

  leave(): void {
    this.wanted = null;
    this.shown = null;
  }

  /** Answers may have been taken back to a ply: what was seen of the past may be another now. */
  forget(ply: number): void {
    this.cache = new Map();
    if (this.shown && this.shown.ply > ply) this.leave();
  }
}
