/**
 * The catalogues and rules of the Python package as lazy modules, so that the client speaks with
 * the very texts of the server and there is one copy of each.
 *
 *   virtual:texts/de           all texts of a language
 *   virtual:books              loaders of the rules, by `game/language`
 *   virtual:clauses/GAME/de    the rules of a game, clause by clause
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:";
const RULES = "rules";

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));

/** All texts of a language, whatever file they are in. */
function texts(folder: string): Record<string, string> {
  return Object.assign({}, ...filesIn(folder).map((name) => read(folder, name))) as Record<string, string>;
}

/** Data as a module; a string to parse is faster than an object to compile. */
function asModule(data: unknown): string {
  const text = JSON.stringify(JSON.stringify(data)).replaceAll("\u2028", "\\u2028");
  return `export default JSON.parse(${text});`;
}

/** A module that knows how to load each book: `"chess/de": () => import("virtual:clauses/chess/de")`. */
function books(folder: string): string {
  const names = filesIn(folder).map((name) => name.split(".").slice(0, 2).join("/"));
  const loaders = names.map((name) => `"${name}": () => import("${PREFIX}clauses/${name}")`);
  return `export default { ${loaders.join(", ")} };`;
}

export function catalogues(home: string): Plugin {
  return {
    name: "cradle-catalogues",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [kind, name = RULES, lang = ""] = id.slice(PREFIX.length + 1).split("/");
      const folder = join(home, kind === "texts" ? name : RULES);
      for (const file of filesIn(folder)) this.addWatchFile(join(folder, file));
      if (kind === "books") return books(folder);
      return asModule(kind === "texts" ? texts(folder) : read(folder, `${name}.${lang}.json`));
    },
  };
}
