/** Who knows whom: a game is known in its own folder of `src/boards` alone; and every file says what it is for. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const BOARDS = "src/boards";
const GENERATED = "src/lib/server/openapi.d.ts";
const GAMES = readdirSync(BOARDS);

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}
/** A game's name however it is written: `stone-age`, `StoneAge`, `Stone Age`. */
const named = (game: string) => new RegExp(game.split("-").join("[-_ ]?"), "i");

describe.each(GAMES)("%s", (game) => {
  it("is named by no file but its own", () => {
    const others = [...filesIn("src"), "index.html", "public/manifest.webmanifest", "vite.config.ts"].filter(
      (file) => !file.startsWith(join(BOARDS, game)) && file !== GENERATED,
    );
    expect(others.filter((file) => named(game).test(readFileSync(file, "utf8")))).toEqual([]);
  });
  it("says by one object what it brings", () => {
    expect(readFileSync(join(BOARDS, game, "index.ts"), "utf8")).toContain("export const kit: Kit = {");
  });
});

describe("the layers", () => {
  it("are imported downwards only: pages, components, lib", () => {
    const wrong = (layer: string, above: RegExp) =>
      filesIn(layer).filter((file) => above.test(readFileSync(file, "utf8")));
    expect(wrong("src/lib", /from "(\$components|.*\/components|.*\/pages)\//)).toEqual([]);
    expect(wrong("src/components", /from ".*\/(pages|boards|plain)\//)).toEqual([]);
    expect(wrong("src/plain", /from ".*\/(pages|boards)\//)).toEqual([]);
  });
});

/** The folders in a folder, the lowest first and equal ones together; "" are the files that lie in none. */
const FOLDERS = {
  lib: [
    ["browser"],
    ["server"],
    ["", "i18n"],
    ["page"],
    ["table"],
    ["practice"],
    ["result"],
    ["people"],
    ["lobby"],
  ],
  components: [[""], ["settings"], ["page"], ["lobby"], ["events"], ["people"], ["result"], ["table"]],
};

describe.each(Object.entries(FOLDERS))("the folders in %s", (folder, order) => {
  const root = join("src", folder);
  const folderOf = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");
  const height = (path: string) => order.findIndex((equal) => equal.includes(folderOf(path)));
  /** The paths, from the folder on, of what a file of it imports there. */
  const imported = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(? ?"([^"]+)"/g)]
      .map(([, path = ""]) => path.replace(`$${folder}`, root))
      .map((path) => (path.startsWith(".") ? join(file, "..", path) : path))
      .filter((path) => path.startsWith(`${root}/`))
      .map((path) => relative(root, path));

  it("are these", () => {
    const found = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory());
    expect(found.sort()).toEqual(order.flat().filter(Boolean).sort());
  });
  it("are imported downwards only", () => {
    const wrong = filesIn(root).flatMap((file) =>
      imported(file)
        .filter((path) => height(path) > height(relative(root, file)))
        .map((path) => `${file} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("what the browser keeps", () => {
  it("is kept by one module, which fails nowhere", () => {
    const files = filesIn("src").filter((file) =>
      /\b(local|session)Storage\b/.test(readFileSync(file, "utf8")),
    );
    expect(files).toEqual([join("src", "lib", "browser", "storage.ts")]);
  });
});

describe("every file", () => {
  it("says in its first line what it is for", () => {
    const sources = filesIn("src").filter((file) => /\.(ts|svelte|css)$/.test(file) && file !== GENERATED);
    expect(sources.filter((file) => !/^(\/\*|<!-- )/.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
