/** The service worker of a build: `src/worker.js` with the build's files and a version made of them. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export function worker(root: string): Plugin {
  return {
    name: "cradle-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .sort();
      const given = readdirSync(join(root, "public")).sort();
      const version = createHash("sha256").update(built.join());
      for (const name of given) version.update(readFileSync(join(root, "public", name)));
      const files = JSON.stringify([...given, ...built].map((name) => `/${name}`));
      const source = readFileSync(join(root, "src", "worker.js"), "utf8");
      const text = source
        .replace("__VERSION__", version.digest("hex").slice(0, 12))
        .replace("...__FILES__", () => `...${files}`);
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}
