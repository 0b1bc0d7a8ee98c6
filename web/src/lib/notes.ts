/** What a lesson explains before a decision: notes by the decision's topic, each with what it points at. */
import type { GameName } from "./types";

export interface Note {
  /** The key of its text below `web.learn.<game>.`. */
  key: string;
  /** What it points at: a selector, or nothing. */
  at?: string;
  /** The part of the score sheet whose numbers it tells. */
  part?: string;
}

const note = (name: string, at = ""): Note => ({ key: `note.${name}`, at });
const scores = (...parts: string[]): Note[] => [
  note("skip"),
  ...parts.map((part) => ({ key: `score.${part}`, part })),
];

export const NOTES: Record<GameName, Record<string, Note[]>> = {
  "stone-age": {
    "place-people-1": [
      note("welcome"),
      note("gather", ".place:is(.forest, .clay_pit, .quarry, .river, .hunt)"),
      note("village", ".place:is(.tool_maker, .hut, .field)"),
      note("cards", ".place[data-place^=card]"),
      note("buildings", ".place[data-place^=building]"),
      note("own", ".own"),
      note("round"),
    ],
    "place-people-4": [note("feeding", ".own .food"), note("fresh", ".place[data-place^=card]")],
    end: scores("points", "resources", "culture", "farmers", "hut_builders", "shamans", "tool_makers"),
  },
  hadara: {
    "lay-one-1": [note("welcome"), note("wheel", ".board"), note("own", ".own"), note("epoch")],
    "take-colony-1": [note("income", ".own")],
    "carve-statue-1": [note("statues", ".own")],
    end: scores("colonies", "statues", "silver", "gold", "cards", "coins"),
  },
};
