/**
 * The catalogues, clauses and printed numbers of the Python package as lazy modules, so that the
 * client speaks with the very texts of the server and there is one copy of each.
 *
 *   virtual:texts/de              all texts of a language
 *   virtual:clauses/hadara/de     the rules of a game, clause by clause
 *   virtual:facts/stone-age       the printed tables of a game as rows of text
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:";

function merged(home: string, lang: string): Record<string, string> {
  const folder = join(home, "i18n", lang);
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

function clauses(home: string, game: string, lang: string): unknown {
  return JSON.parse(readFileSync(join(home, "i18n", "rules", `${game}.${lang}.json`), "utf8"));
}

/** CSV without quotes inside cells but with quoted cells, as the tables are written. */
export function rows(text: string): Record<string, string>[] {
  const [head, ...lines] = text.trim().split(/\r?\n/).map(cells);
  return lines.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i] ?? ""])));
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) =>
    m[1] !== undefined ? m[1].replaceAll('""', '"') : (m[2] ?? ""),
  );
}

function facts(home: string, game: string): Record<string, Record<string, string>[]> {
  const folder = join(home, game.replace("-", "_"), "data");
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  return Object.fromEntries(
    files.map((name) => [
      name.replace(/\.csv$/, "").replaceAll("-", "_"),
      rows(readFileSync(join(folder, name), "utf8")).map(({ provenance: _, ...row }) => row),
    ]),
  );
}

/** The files that a module is made of, so that a development server sees when they change. */
function sources(home: string, kind: string, name: string): string {
  if (kind === "texts") return join(home, "i18n", name);
  return kind === "clauses" ? join(home, "i18n", "rules") : join(home, name.replace("-", "_"), "data");
}

export function packageData(home: string): Plugin {
  return {
    name: "cradle-package-data",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [kind, a = "", b = ""] = id.slice(PREFIX.length + 1).split("/");
      const folder = sources(home, kind!, a);
      for (const name of readdirSync(folder)) this.addWatchFile(join(folder, name));
      const data =
        kind === "texts" ? merged(home, a) : kind === "clauses" ? clauses(home, a, b) : facts(home, a);
      const text = JSON.stringify(JSON.stringify(data)).replaceAll("\u2028", "\\u2028");
      return `export default JSON.parse(${text});`;
    },
  };
}
