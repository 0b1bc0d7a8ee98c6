// How the client's parts are tested: as it is built, in a page without a browser.
import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base, {
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
