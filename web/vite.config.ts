import { svelte } from "@sveltejs/vite-plugin-svelte";
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { catalogues } from "./catalogue-plugin.ts";
import { compress } from "./compress-plugin.ts";
import { page } from "./page-plugin.ts";
import { worker } from "./worker-plugin.ts";

const root = import.meta.dirname;
const out = resolve(root, "../src/cradle/web");
const server = process.env["CRADLE_SERVER"] ?? "http://127.0.0.1:8000";
/** Each file costs a way there and back: the first view is one, and what is small and used by several is another. */
const GROUPS = [
  { name: "first", tags: ["$initial" as const], priority: 2 },
  { name: "shared", minShareCount: 2, maxModuleSize: 5000, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), catalogues(resolve(root, "../src/cradle/i18n")), page(), worker(root), compress(out)],
  resolve: {
    alias: { $lib: resolve(root, "src/lib"), $components: resolve(root, "src/components") },
  },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
  },
});
