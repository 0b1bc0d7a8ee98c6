/** Notes of a lesson, written shortly. */
import type { LessonNote } from "$lib/kit";

/** A note, and what it points at: a selector. */
export const note = (name: string, at = ""): LessonNote => ({ key: `note.${name}`, at });

/** The notes about the final scoring, one a part of the score sheet. */
export const scores = (...parts: string[]): LessonNote[] => [
  note("skip"),
  ...parts.map((part) => ({ key: `score.${part}`, part })),
];
