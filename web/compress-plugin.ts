/** What was built, once more compressed beside itself, so that the server only picks what a browser takes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = new Set([".css", ".html", ".js", ".svg", ".webmanifest"]);
/** Below this, a compressed file saves no packet. */
const LEAST = 600;

export function compress(out: string): Plugin {
  return {
    name: "cradle-compress",
    apply: "build",
    enforce: "post",
    closeBundle() {
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && TEXT.has(extname(entry.name))) lay(join(entry.parentPath, entry.name));
    },
  };
}

function lay(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < LEAST) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
