// node e2e/run.mjs SCENARIO ADDRESS: runs one scenario against a running server; a failure is one clear text.
import { House } from "./house.mjs";
import * as scenarios from "./scenarios.mjs";

const [name, base] = process.argv.slice(2);
const house = new House(base);
try {
  await house.open();
  await scenarios[name](house);
  house.done();
} catch (error) {
  console.error([...new Set(house.problems), error.stack ?? String(error)].join("\n"));
  process.exitCode = 1;
} finally {
  await house.close();
}
