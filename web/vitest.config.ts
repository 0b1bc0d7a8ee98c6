import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base, {
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
    maxWorkers: 1,
    isolate: false, // one page and one set of modules for all files: a third of the time
    testTimeout: 60_000,
  },
});
