/**
 * The catalogues and rules of the Python package as lazy modules, so that the client speaks with
 * the very texts of the server and there is one copy of each.
 *
 *   virtual:texts/de           the texts of a language that every page needs
 *   virtual:texts/de/games     those that only boards and what is told of games need
 *   virtual:books              loaders of the rules, by `game/language`
 *   virtual:clauses/GAME/de    the rules of a game, clause by clause
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:";
const RULES = "rules";
/** What a game's file says outside its board as well: in lists, and where a table is made. */
const EVERYWHERE = /^(common|web\.home|web\.table|[\w-]+\.option|[\w-]+\.phase)\./;
type Catalogue = Record<string, string>;

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));

/** Texts of one or several files. */
const merged = (folder: string, files: string[]): Catalogue =>
  Object.assign({}, ...files.map((name) => read(folder, name))) as Catalogue;

/** The texts of a language that nobody needs before a board is shown, or all others. */
function texts(folder: string, ofGames: boolean): Catalogue {
  const isGame = (file: string) => `common.game.${file.replace(".json", "")}` in merged(folder, [file]);
  const files = filesIn(folder);
  const games = Object.entries(merged(folder, files.filter(isGame)));
  const others = merged(
    folder,
    files.filter((file) => !isGame(file)),
  );
  const later = games.filter(([key]) => !EVERYWHERE.test(key));
  const first = { ...others, ...Object.fromEntries(games.filter(([key]) => EVERYWHERE.test(key))) };
  const chosen = ofGames ? later : Object.entries(first);
  return Object.fromEntries(chosen.filter(([key]) => !key.startsWith("terminal.")));
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
      if (kind === "texts") return asModule(texts(folder, lang === "games"));
      return asModule(read(folder, `${name}.${lang}.json`));
    },
  };
}
