/** The rules, clause by clause, loaded when somebody reads them. */
import books from "virtual:books";
import { api } from "$lib/server/api";
import type { Lang } from "./i18n/placeholders";

export interface Clause {
  title: string;
  text: string;
  ruling?: string;
}
export interface Book {
  chapters: { id: string; title: string; clauses: string[] }[];
  clauses: Record<string, Clause>;
}

export async function book(game: string, lang: Lang): Promise<Book> {
  const load = books[`${game}/${lang}`];
  return load ? (await load()).default : fromServer(game, lang);
}

/** The rules of a game that wasn't there when the client was built. */
async function fromServer(game: string, lang: Lang): Promise<Book> {
  const { chapters, clauses } = await api.rules(game, lang);
  return { chapters: chapters.map((chapter, i) => ({ id: String(i + 1), ...chapter })), clauses };
}
