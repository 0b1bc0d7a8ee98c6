/** The rules, clause by clause, loaded when somebody reads them. */
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

const BOOKS: Record<string, () => Promise<{ default: Book }>> = {
  "stone-age/en": () => import("virtual:clauses/stone-age/en"),
  "stone-age/de": () => import("virtual:clauses/stone-age/de"),
  "stone-age/fr": () => import("virtual:clauses/stone-age/fr"),
  "stone-age/cs": () => import("virtual:clauses/stone-age/cs"),
  "hadara/en": () => import("virtual:clauses/hadara/en"),
  "hadara/de": () => import("virtual:clauses/hadara/de"),
  "hadara/fr": () => import("virtual:clauses/hadara/fr"),
  "hadara/cs": () => import("virtual:clauses/hadara/cs"),
};

export async function book(game: string, lang: Lang): Promise<Book> {
  const load = BOOKS[`${game}/${lang}`];
  if (!load) throw new Error(`no rules of ${game}`);
  return (await load()).default;
}
