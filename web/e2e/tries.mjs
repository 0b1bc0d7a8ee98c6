// Trying things out from a game: another move, a step back and one more, and all of it shown to somebody else.
import assert from "node:assert/strict";
import { finish } from "./analysis.mjs";
import { asked, call, decide, dice, PHONE, until } from "./harness.mjs";

/** Look at the last position but one, and ask who should play on from there. */
async function askWhoPlaysOn(page) {
  await page.waitForSelector(".game[data-ply]");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".pasted");
  await page.getByRole("button", { name: "Play on from here" }).first().click();
}

/** Answer once at the table that comes next; its id. */
async function tryOnce(page, old) {
  await page.waitForURL((url) => !url.href.endsWith(old));
  await page.waitForSelector(".pasted", { state: "detached" });
  await page.waitForFunction(() => document.querySelector(".game")?.dataset.over === "false");
  await asked(page);
  assert.ok(await decide(page, undefined, dice(7)));
  return new URL(page.url()).pathname.split("/").at(-1);
}

export async function tries(harness) {
  const ada = await harness.person({ settings: { name: "Ada" } });
  await ada.goto(harness.base + "/");
  await ada.locator("article.card").first().locator(".button.primary").click(); // to be somebody
  await ada.waitForSelector(".game");
  const game = await finish(ada, "stone-age", 4);
  await ada.goto(`${harness.base}/t/${game}`);
  await askWhoPlaysOn(ada);
  await ada.getByRole("button", { name: "Try it out with all seats" }).click();
  const first = await tryOnce(ada, game);
  await askWhoPlaysOn(ada); // One step back: with all seats in hand, nobody is asked who plays.
  const second = await tryOnce(ada, first);

  await ada.goto(`${harness.base}/t/${game}`);
  await askWhoPlaysOn(ada);
  const outer = `.tried > li:has(> a[href="/t/${first}"])`;
  const inner = `${outer} > .tried > li:has(> a[href="/t/${second}"])`;
  for (const [li, id] of [
    [outer, first],
    [inner, second],
  ]) {
    await ada.locator(`${li} > label input`).check();
    const isShared = async () => (await call(ada, "GET", `/tables/${id}`)).visibility === "public";
    await until("what was tried is shared", isShared);
  }
  assert.match(await ada.locator(`${outer} > a`).textContent(), /^From position \d+, [^:]+: \S/); // by which move
  await harness.axe(ada, "what was tried");

  const bob = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Bob" } });
  await bob.goto(`${harness.base}/t/${game}`);
  await askWhoPlaysOn(bob);
  await bob.locator(`.tried .tried a[href="/t/${second}"]`).waitFor();
  assert.equal(await bob.locator(".tried [role=switch]").count(), 0, "only its host shares a try");
  await harness.axe(bob, "what somebody tried on a phone");
  await harness.noSideways(bob, "what somebody tried on a phone");
  await bob.locator(`.tried .tried a[href="/t/${second}"]`).click();
  await bob.waitForURL((url) => url.href.endsWith(second));
  await bob.waitForFunction(() => document.querySelector(".game")?.dataset.ply);
}
