// node e2e/run.mjs SCENARIO ADDRESS: runs one scenario against a running server; a failure is one clear text.
import { Harness } from "./harness.mjs";
import * as scenarios from "./scenarios.mjs";

const [name, base] = process.argv.slice(2);
const harness = new Harness(base);
try {
  await harness.open();
  await scenarios[name](harness);
  harness.done();
} catch (error) {
  console.error([...new Set(harness.problems), error.stack ?? String(error)].join("\n"));
  process.exitCode = 1;
} finally {
  await harness.close();
}
