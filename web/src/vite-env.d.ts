/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:texts/*" {
  const texts: Record<string, string>;
  export default texts;
}
declare module "virtual:clauses/*" {
  const book: import("$lib/rules").Book;
  export default book;
}
declare module "virtual:facts/*" {
  const tables: Record<string, Record<string, string>[]>;
  export default tables;
}
