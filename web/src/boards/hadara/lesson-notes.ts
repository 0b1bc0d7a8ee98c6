/** What the lesson explains before a decision, by the decision's topic. */
import { note, scores } from "$lib/practice/lesson-notes";
import type { LessonNote } from "$lib/kit";

export const NOTES: Record<string, LessonNote[]> = {
  "lay-one-1": [note("welcome"), note("wheel", ".board"), note("own", ".own"), note("epoch")],
  "take-colony-1": [note("income", ".own")],
  "carve-statue-1": [note("statues", ".own")],
  end: scores("colonies", "statues", "silver", "gold", "cards", "coins"),
};
