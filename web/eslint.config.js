// What the linter asks of TypeScript and Svelte here.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "src/lib/server/openapi.d.ts", "dev/fixtures/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Sets and maps are replaced as a whole where they are state.
      "svelte/prefer-svelte-reactivity": "off",
      eqeqeq: "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
    // `let { … } = $props()` is Svelte's own way to write it.
    rules: { "prefer-const": "off" },
  },
);
