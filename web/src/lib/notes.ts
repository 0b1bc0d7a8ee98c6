/** Notes of a lesson, written shortly. */
import type { Note } from "./kit";

/** A note, and what it points at: a selector. */
export const note = (name: string, at = ""): Note => ({ key: `note.${name}`, at });

/** The notes about the final scoring, one a part of the score sheet. */
export const scores = (...parts: string[]): Note[] => [
  note("skip"),
  ...parts.map((part) => ({ key: `score.${part}`, part })),
];
