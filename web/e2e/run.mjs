// node e2e/run.mjs SCENARIO ADDRESS: runs one scenario against a running server; a failure is one clear text.
// Without arguments it takes such pairs as lines, and answers each with a line of JSON; all share one browser.
import { createInterface } from "node:readline";
import { Harness } from "./harness.mjs";
import * as scenarios from "./scenarios.mjs";

/** What is wrong, or nothing. */
async function run(harness, name) {
  try {
    await harness.open();
    await scenarios[name](harness);
    harness.done();
    return "";
  } catch (error) {
    return [...new Set(harness.problems), error.stack ?? String(error)].join("\n");
  }
}

const [name, base] = process.argv.slice(2);
let harness = new Harness(base);
if (name) {
  const wrong = await run(harness, name);
  if (wrong) console.error(wrong);
  process.exitCode = wrong ? 1 : 0;
} else
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, base] = line.split(" ");
    harness = new Harness(base, harness.browser);
    console.log(JSON.stringify({ wrong: await run(harness, name) }));
    await harness.forget();
  }
await harness.close();
