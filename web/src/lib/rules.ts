/** The rules, clause by clause, loaded when somebody reads them. */
import books from "virtual:books";
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
  return load ? (await load()).default : { chapters: [], clauses: {} };
}
