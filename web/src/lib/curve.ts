/** The curve of a game: where it turned, where its rounds are, and where everything stands in a picture. */
import type { Account, JudgedPly, Seat } from "./types";

/** A moment that changed much: the seat whose chance it changed most, and by how much. */
export interface Turn {
  ply: number;
  round: number;
  seat: Seat;
  change: number;
  /** The standard error of the change, where it is large. */
  error: number | null;
}
/** A part of the game: the plies from `from` to `to`, and everybody's chances at its end. */
export interface Part {
  round: number;
  from: number;
  to: number;
  chances: number[];
}

const LEAST_TURN = 0.05;
/** What differs by less is the same: one of two players gains what the other loses. */
const ALIKE = 1e-6;
/** No two turning points stand closer than this share of the game. */
const APART = 0.04;

/** The moments that changed most, in their order; what is close to a larger one is left out. */
export function turningPoints(account: Account, most = 5): Turn[] {
  const apart = Math.max(2, account.plies.length * APART);
  const found: Turn[] = [];
  const largest = turns(account).sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  for (const each of largest)
    if (found.length < most && found.every(({ ply }) => Math.abs(ply - each.ply) >= apart)) found.push(each);
  return found.sort((a, b) => a.ply - b.ply);
}

function turns({ start, plies }: Account): Turn[] {
  return plies.flatMap(({ ply, round, chances, error }, i) => {
    const before = i ? plies[i - 1]!.chances : start.chances;
    const changes = chances.map((chance, seat) => chance - (before[seat] ?? 0));
    const seat = changes.reduce(
      (best, change, at) => (Math.abs(change) > Math.abs(changes[best]!) + ALIKE ? at : best),
      0,
    );
    const change = changes[seat] ?? 0;
    return Math.abs(change) < LEAST_TURN ? [] : [{ ply, round, seat, change, error }];
  });
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
export function chancesOf({ start, plies }: Account, seat: Seat): number[] {
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
