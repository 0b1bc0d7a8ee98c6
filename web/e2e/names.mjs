// Whole games by the accessibility tree alone: what is there is read as roles and names, and nothing else.
import { until } from "./harness.mjs";

const READ = new Set(["heading", "dialog", "region", "button", "tab"]);
const property = (node, name) => node.properties?.find((each) => each.name === name)?.value.value;

/** Headings, dialogs, regions and buttons in reading order, as the browser tells them to a screen reader. */
async function read(line) {
  const { nodes } = await line.send("Accessibility.getFullAXTree");
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const found = [];
  const visit = (node) => {
    if (!node.ignored && READ.has(node.role?.value))
      found.push({
        role: node.role.value,
        name: node.name?.value ?? "",
        level: property(node, "level"),
        disabled: property(node, "disabled") === true,
        element: node.backendDOMNodeId,
      });
    for (const id of node.childIds ?? []) if (known.has(id)) visit(known.get(id));
  };
  visit(nodes[0]);
  return found;
}
const heading = (tree) => tree.find(({ role, level }) => role === "heading" && level === 2)?.name ?? "";
const over = (tree) => tree.some(({ role, name }) => role === "dialog" && name === "Scores");

/** The buttons from the board to the others' things: those of the decision are among them. */
function offered(tree) {
  const from = tree.findIndex(({ role, name }) => role === "region" && name === "Board");
  const to = tree.findIndex(({ name }) => name === "Log");
  return tree.slice(from + 1, to).filter(({ role, disabled }) => role === "button" && !disabled);
}

/** Wait until the prompt is another one, or for a while: reading the whole tree again and again takes long. */
const changed = (page, was) =>
  page
    .waitForFunction((was) => document.querySelector(".prompt h2")?.textContent !== was, was, {
      polling: 50,
      timeout: 1000,
    })
    .catch(() => undefined);

/** Go to a button and press Enter, as who reads it would; one that was redrawn meanwhile is read again. */
async function press(page, line, button) {
  const there = await line.send("DOM.focus", { backendNodeId: button.element }).then(
    () => true,
    () => false,
  );
  if (there) await page.keyboard.press("Enter");
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Play to the end by what the names say; `prefer` orders them, and those below zero do nothing. */
export async function playByNames(page, prefer, rng) {
  await page.getByRole("tab", { name: "Chat" }).click(); // the log would be read with every look at the board
  const line = await page.context().newCDPSession(page);
  await line.send("Accessibility.enable");
  for (let presses = 0; presses < 900; presses++) {
    let tree = [];
    await until("something to answer", async () => {
      const was = await page.evaluate(() => document.querySelector(".prompt h2")?.textContent);
      tree = await read(line);
      if (over(tree)) return true;
      if (heading(tree) && !/^(Waiting for|What has just happened)/.test(heading(tree))) return true;
      return changed(page, was).then(() => false);
    });
    if (over(tree)) return line.detach();
    const best = offered(tree)
      .map((each) => ({ ...each, rank: prefer(each.name) + rng() * 0.9 }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => b.rank - a.rank)[0];
    if (best) await press(page, line, best);
  }
  throw new Error(`the game doesn't end: ${heading(await read(line))}`);
}
