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
