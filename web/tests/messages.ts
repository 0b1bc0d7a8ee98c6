/** Messages of a server, with only what a test is about. */
import type { News, Play, Table } from "../src/lib/server/types";

export function play(seq: number, more: Partial<Play> = {}): Play {
  return {
    type: "play",
    seq,
    since: seq - 1,
    fresh: false,
    ply: seq,
    round: 1,
    seat: 0,
    news: [],
    view: { game: "none", seat: 0, seats: 2, phase: "" },
    asked: [1],
    step: null,
    moves: [],
    closed: [],
    clocks: null,
    undo: false,
    over: false,
    scores: null,
    ...more,
  };
}

export const news = (kind: string, seat?: number): News => ({
  kind,
  ...(seat === undefined ? {} : { seat }),
});

/** A table where the first so many of two seats are mine. */
export function table(mine: number): Table {
  const seats = [0, 1].map((seat) => ({ seat, kind: "person", name: `Player ${seat}`, mine: seat < mine }));
  return { id: "t", game: "none", state: "playing", kind: "game", seats, undo: null } as unknown as Table;
}
