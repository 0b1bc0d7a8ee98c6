// A whole game of Hadara by keys alone.
import { strict as assert } from "node:assert";
import { asked, dice, over, quick } from "./harness.mjs";
import { foretold } from "./payment.mjs";

/** What can be played now, and by which key; a key counts only where it is shown. */
const keyed = (page) =>
  page.evaluate(() => {
    const open = (node) =>
      node.offsetParent !== null && !node.disabled && node.getAttribute("aria-disabled") !== "true";
    const shown = (node) => !!node && getComputedStyle(node).display !== "none";
    return [...document.querySelectorAll(".game [data-move]")].filter(open).map((node) => ({
      move: node.dataset.move,
      key: shown(node.querySelector(".key")) ? node.dataset.key : undefined,
    }));
  });

/** Keys that mean the same at every table, and moves that come again with the same key. */
const TABLE_KEYS = "uhgsb";
const AGAIN = /^(plunder|integrate|carve|silver|gold|put|pass)/;

/** An epoch of Hadara by keys alone: every move has one of its own, in plain sight. */
export async function hadaraByKeys(harness) {
  const page = await harness.person();
  await quick(harness, page, "Hadara");
  const rng = dice(5);
  const known = {};
  let looked = false;
  for (let n = 0; n < 24; n++) {
    await asked(page);
    if (await over(page)) break;
    const draft = page.locator(".draft [data-move]:enabled");
    if (!looked && (looked = (await draft.count()) > 0))
      await foretold(page, draft.first(), /coins \d+, then \d+/);
    const offered = await keyed(page);
    const keys = new Map(offered.filter((each) => each.key).map((each) => [each.move, each.key]));
    assert.equal(new Set(keys.values()).size, keys.size, `one key for two moves: ${[...keys]}`);
    for (const { move } of offered) assert.ok(keys.has(move), `no key for ${move}`);
    for (const [move, key] of keys) {
      assert.ok(!TABLE_KEYS.includes(key), `${move} has a key of the table: ${key}`);
      if (AGAIN.test(move)) assert.equal(key, (known[move] ??= key), move);
    }
    const liked = [...keys].filter(([move]) => /buy|integrate|carve/.test(move));
    const pool = liked.length ? liked : [...keys];
    const [, key] = pool[Math.floor(rng() * pool.length)];
    const before = await page.locator(".game").getAttribute("data-ply");
    await page.keyboard.press(key);
    await page.waitForFunction((was) => document.querySelector(".game").dataset.ply !== was, before);
  }
  assert.ok(looked, "what a choice leads to was looked at");
}
