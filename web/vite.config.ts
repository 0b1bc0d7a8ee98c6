// How the client is built into the package, and served while one works on it.
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
/**
 * Each file costs a way there and back, and a browser asks for six at once: the first view is one, what is
 * small and used by several is another, and the rest of what a table needs of any game a third.
 */
const GROUPS = [
  { name: "first", tags: ["$initial" as const], priority: 3 },
  { name: "shared", minShareCount: 2, maxModuleSize: 6000, priority: 2 },
  { name: "table", test: /pages\/Table\.svelte$/, priority: 1 },
];

export default defineConfig({
  plugins: [
    svelte(),
    catalogues(resolve(root, "../src/cradle/i18n")),
    page(root),
    worker(root),
    compress(out),
  ],
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
