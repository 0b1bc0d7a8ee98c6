// A game that brings no board of its own, by the plain board: the last one that the server lists.
import { strict as assert } from "node:assert";
import { decide, dice, over, PHONE } from "./harness.mjs";

/** A table for two at one screen. */
async function sit(harness, page, game) {
  await page.goto(`${harness.base}/new?game=${game}`);
  await page.waitForSelector(".seat");
  await page.locator("fieldset", { hasText: "Players" }).getByText("2", { exact: true }).click();
  for (const seat of [0, 1])
    await page.locator(".seat").nth(seat).locator("select").first().selectOption("me");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.waitForSelector(".game");
}

/** Everything is for the eyes of one person: a curtain before each of them. */
async function comeIn(page) {
  const here = page.locator(".curtain .button");
  if (await here.count()) await here.click();
}

async function playThrough(harness, page, where) {
  const rng = dice(5);
  for (let n = 0; n < 60 && !(await over(page)); n++) {
    await page.waitForSelector('.curtain .button, .game[data-asked="me"], .game[data-over="true"]');
    await comeIn(page);
    if (await over(page)) break;
    if (n < 3) {
      await harness.axe(page, `${where}, decision ${n}`);
      await harness.noSideways(page, where);
    }
    assert.ok(await decide(page, () => 0, rng), "nothing to click");
  }
  await page.waitForSelector("dialog table tfoot");
  const totals = await page.locator("dialog tfoot tr:first-child td").allTextContents();
  assert.ok(totals.length === 2 && totals.every((text) => /^−?\d+$/.test(text)), totals.join());
  await harness.axe(page, `${where}, final scores`);
}

export async function plainGame(harness) {
  const games = await (await fetch(`${harness.base}/api/games`)).json();
  const { game, titles } = games.at(-1);
  const page = await harness.person();
  await page.goto(harness.base + "/");
  await page.locator("article", { hasText: titles.en }).waitFor();
  await harness.axe(page, "home with one more game");
  await sit(harness, page, game);
  await page.waitForSelector(".plain");
  await comeIn(page);
  await page.keyboard.press("b");
  await page.waitForSelector("dialog .text section");
  await harness.axe(page, "the plain board as text");
  await page.keyboard.press("Escape");
  await playThrough(harness, page, "the plain board");
  const phone = await harness.person({ viewport: PHONE, touch: true });
  await sit(harness, phone, game);
  await playThrough(harness, phone, "the plain board on a phone");
}
