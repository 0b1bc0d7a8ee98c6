/** Modules that the build makes: texts, rules and clauses (catalogue-plugin.ts). */
/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:texts/*" {
  const texts: Record<string, string>;
  export default texts;
}
declare module "virtual:books" {
  const books: Record<string, () => Promise<{ default: import("$lib/rules").Book }>>;
  export default books;
}
declare module "virtual:clauses/*" {
  const book: import("$lib/rules").Book;
  export default book;
}
