/** What the lesson explains before a decision, by the decision's topic. */
import { note, scores } from "$lib/practice/lesson-notes";
import type { LessonNote } from "$lib/kit";

export const NOTES: Record<string, LessonNote[]> = {
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
};
