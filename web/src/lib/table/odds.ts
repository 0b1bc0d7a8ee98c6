/** Questions about odds, as the server reads them: a name, then a count, then more words. */
import type { OddsQuestions, OddsTopic } from "$lib/server/types";

export interface Asked {
  name: string;
  /** 0 where none is named. */
  count: number;
  more: string;
}

/** The topic of a name; the first one there is where nobody asks about it any more. */
export function topicOf({ topics }: OddsQuestions, name: string): OddsTopic | undefined {
  return topics.find((topic) => topic.names.includes(name)) ?? topics.find((topic) => topic.names.length);
}

/** What is asked as far as the topic allows it, and its first name where it doesn't. */
export function fitToTopic(topic: OddsTopic, asked: Asked): Asked {
  const name = topic.names.includes(asked.name) ? asked.name : topic.names[0]!;
  const least = topic.may_lack ? 0 : (topic.counts[0] ?? 0);
  const count = Math.min(Math.max(asked.count, least), topic.counts.at(-1) ?? 0);
  const more = topic.more.some(({ words }) => words === asked.more) ? asked.more : "";
  return { name, count, more };
}

/** The question in words. */
export const questionText = ({ name, count, more }: Asked): string =>
  [name, count || "", more].filter(Boolean).join(" ");

/** What the question about a move asks; nothing where there is none. */
export function aboutMove({ moves }: OddsQuestions, text: string | undefined): Asked | undefined {
  const about = moves.find((move) => move.text === text)?.about;
  if (about === undefined) return undefined;
  const [name = "", count = "0", ...more] = about.split(" ");
  return { name, count: Number(count), more: more.join(" ") };
}
