/** The curve of a game: where its rounds are, and where everything stands in a picture. */
import type { Summary, JudgedPly, Seat } from "$lib/server/types";

/** A part of the game: the plies from `from` to `to`, and everybody's chances at its end. */
interface Part {
  round: number;
  from: number;
  to: number;
  chances: number[];
}

/** The rounds of the game one after the other; what comes before the first belongs to it. */
export function partsOf(plies: readonly JudgedPly[]): Part[] {
  const found: Part[] = [];
  for (const { ply, round, chances } of plies) {
    const last = found.at(-1);
    if (last && last.round >= round) Object.assign(last, { to: ply, chances });
    else if (last?.round === 0) Object.assign(last, { round, to: ply, chances });
    else found.push({ round, from: ply - 1, to: ply, chances });
  }
  return found;
}

/** Where things stand in a picture of this size. */
export class Scale {
  readonly plies: number;
  readonly width: number;
  readonly height: number;

  constructor(plies: number, width: number, height: number) {
    this.plies = Math.max(1, plies);
    this.width = width;
    this.height = height;
  }

  x(ply: number): number {
    return (ply / this.plies) * this.width;
  }

  y(chance: number): number {
    return (1 - chance) * this.height;
  }

  /** The ply nearest to a place. */
  ply(x: number): number {
    return Math.min(this.plies, Math.max(0, Math.round((x / this.width) * this.plies)));
  }

  /** A line through somebody's chances, the first before any answer. */
  path(chances: readonly number[]): string {
    return chances
      .map((chance, ply) => `${ply ? "L" : "M"}${this.x(ply).toFixed(1)} ${this.y(chance).toFixed(1)}`)
      .join("");
  }
}

/** Somebody's chances from before the first answer to the end. */
export function chancesOf({ start, plies }: Summary, seat: Seat): number[] {
  return [start, ...plies].map(({ chances }) => chances[seat] ?? 0);
}

/** Places as near to the wished ones as can be with a gap between any two, from 0 to the end. */
export function spread(wished: readonly number[], gap: number, end: number): number[] {
  const order = wished.map((_, i) => i).sort((a, b) => wished[a]! - wished[b]! || a - b);
  const placed = [...wished];
  order.forEach((at, n) => {
    const above = n ? placed[order[n - 1]!]! + gap : 0;
    placed[at] = Math.max(wished[at]!, above);
  });
  let below = end;
  for (const at of order.reverse()) {
    placed[at] = Math.min(placed[at]!, below);
    below = placed[at] - gap;
  }
  return placed;
}
