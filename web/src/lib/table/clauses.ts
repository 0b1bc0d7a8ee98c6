/** The clauses behind what happens, as the game itself says. */
import type { Described, Description } from "$lib/server/types";

/** The clause that some news follows, if it follows one. */
export function clauseOf(description: Description | undefined, news: Described): string | undefined {
  const spoken = description?.news[news.kind];
  const by = spoken?.by;
  return spoken?.clause ?? (by ? by.clauses[String(news[by.field])] : undefined);
}

/** The clause of a named thing: a place, an effect, a part of the score. */
export function clauseOfName(
  description: Description | undefined,
  topic: string,
  name: string,
): string | undefined {
  return description?.clauses[topic]?.[name];
}
