// Whole games by the accessibility tree alone: what is there is read as roles and names, and nothing else.
import { until } from "./harness.mjs";

const LINE = /^\s*- (heading|dialog|region|button) "((?:[^"\\]|\\.)*)"(.*)$/;
const unquoted = (line) =>
  line.replace(/^(\s*- )'(.*)'(:?)$/, (_, dash, text) => dash + text.replaceAll("''", "'"));

/** Headings, dialogs, regions and buttons in reading order. */
async function read(page) {
  const text = await page.getByRole("main").ariaSnapshot();
  return text.split("\n").flatMap((line) => {
    const found = LINE.exec(unquoted(line));
    return found ? [{ role: found[1], name: found[2].replaceAll('\\"', '"'), state: found[3] }] : [];
  });
}
const heading = (tree) =>
  tree.find(({ role, state }) => role === "heading" && /level=2/.test(state))?.name ?? "";
const over = (tree) => tree.some(({ role, name }) => role === "dialog" && name === "Scores");

/** The buttons from the board to the others' things: those of the decision are among them. */
function offered(tree) {
  const from = tree.findIndex(({ role, name }) => role === "region" && name === "Board");
  const to = tree.findIndex(({ name }) => name === "Log");
  const counts = new Map();
  return tree.slice(from + 1, to).flatMap(({ role, name, state }) => {
    const nth = counts.get(name) ?? 0;
    if (role === "button") counts.set(name, nth + 1);
    return role === "button" && !/disabled/.test(state) ? [{ name, nth }] : [];
  });
}

/** Wait until the prompt is another one, or for a while: reading the whole tree again and again takes long. */
const changed = (page, was) =>
  page
    .waitForFunction((was) => document.querySelector(".prompt h2")?.textContent !== was, was, {
      polling: 50,
      timeout: 1000,
    })
    .catch(() => undefined);

/** Play to the end by what the names say; `prefer` orders them, and those below zero do nothing. */
export async function playByNames(page, prefer, rng) {
  await page.getByRole("tab", { name: "Chat" }).click(); // the log would be read with every look at the board
  for (let presses = 0; presses < 900; presses++) {
    let tree = [];
    await until("something to answer", async () => {
      const was = await page.evaluate(() => document.querySelector(".prompt h2")?.textContent);
      tree = await read(page);
      if (over(tree)) return true;
      if (heading(tree) && !/^(Waiting for|What has just happened)/.test(heading(tree))) return true;
      return changed(page, was).then(() => false);
    });
    if (over(tree)) return;
    const best = offered(tree)
      .map((each) => ({ ...each, rank: prefer(each.name) + rng() * 0.9 }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => b.rank - a.rank)[0];
    if (!best) continue;
    const button = page.getByRole("button", { name: best.name, exact: true }).nth(best.nth);
    await button.press("Enter", { timeout: 2000 }).catch(() => undefined); // redrawn meanwhile: read again
  }
  throw new Error(`the game doesn't end: ${heading(await read(page))}`);
}
