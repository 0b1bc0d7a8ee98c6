/** A table that is on no server: of a lesson, a puzzle, or a recorded game. */
import { settings } from "./settings.svelte";
import type { Seat, Table } from "./types";

export function staged(game: string, seats: number, mine: Seat): Table {
  return {
    id: "staged",
    game,
    state: "playing",
    kind: "game",
    options: {},
    visibility: "link",
    host: "",
    rules: 1,
    hash: "",
    pace: { kind: "none" },
    created_at: 0,
    started_at: 0,
    over_at: null,
    moved_at: 0,
    asked: [mine],
    round: 1,
    watchers: 0,
    seq: 0,
    ply: 0,
    invite: null,
    undo: null,
    rematch: null,
    from: null,
    scores: null,
    dice: { scheme: 2, commitment: "", secret: null },
    rated: false,
    luck: null,
    seats: Array.from({ length: seats }, (_, seat) => ({
      seat,
      kind: seat === mine ? ("person" as const) : ("bot" as const),
      person: null,
      name: settings.now.name || "Ada",
      level: null,
      stand_in: null,
      mine: seat === mine,
      automatic: false,
      online: true,
      salt: "",
    })),
  };
}
