// Odds before a choice: asked for on the board, on a laptop by keys and on a phone by touch.
import { strict as assert } from "node:assert";
import { LAPTOP, PHONE, until } from "./harness.mjs";

/** What two dice bring from the hunt at 2 pips each: in 36, 33, 26, 15, 6 and 1 of 36 throws at least so much. */
const TWO_HUNTERS = ["100%", "92%", "72%", "42%", "17%", "2.8%"];

async function begun(harness, viewport, game) {
  const settings = { name: "Ada", confirm: true, quick: { game, players: 2, level: "novice" } };
  const page = await harness.person({ viewport, touch: viewport === PHONE, settings });
  await page.goto(`${harness.base}/`);
  await page
    .locator(`article.card:has(h2:text-is("${game === "hadara" ? "Hadara" : "Stone Age"}")) .primary`)
    .click();
  await page.waitForSelector('.game[data-asked="me"]');
  return page;
}

/** What dice bring on average stands where other moves tell what they lead to. */
async function averaged(page, shown, spoken) {
  const told = page.locator(".prompt .then");
  await until("what dice bring on average", async () => shown.test(await told.textContent()));
  assert.match(await told.locator(".hide").textContent(), spoken);
}

/** A hint takes the place of odds, and they its own: on a low screen one would push the other out of sight. */
async function oneAtATime(page) {
  const tools = page.locator(".prompt");
  await tools.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hints li").first().waitFor();
  assert.equal(await page.locator(".odds").count(), 0, "a hint replaces odds");
  await tools.getByRole("button", { name: "Odds" }).click();
  await page.locator(".odds").waitFor();
  assert.equal(await page.locator(".hints").count(), 0, "and odds a hint");
}

const answered = (page, about) => page.locator(`.odds .answer[data-about="${about}"]`).waitFor();

async function ask(harness, viewport, where) {
  const page = await begun(harness, viewport, "stone-age");
  if (viewport === LAPTOP) await page.keyboard.press("g");
  else await page.locator(".prompt").getByRole("button", { name: "Odds" }).click();
  await answered(page, "hunt 1");
  await page.locator(".odds .stepper button").last().click();
  await answered(page, "hunt 2");
  assert.match(await page.locator(".odds .answer p").textContent(), /3\.25 on average/);
  assert.deepEqual(await page.locator(".odds .answer .chance").allTextContents(), TWO_HUNTERS);
  await harness.axe(page, `odds on a ${where}`);
  await harness.noSideways(page, `odds on a ${where}`);
  await page.locator(".odds select").selectOption("food");
  await answered(page, "food 2");
  const coming = await page.locator(".odds option[value^=card]").first().getAttribute("value");
  await page.locator(".odds select").selectOption(coming);
  await answered(page, coming);
  assert.equal(await page.locator(".odds .answer li").count(), 4);
  await oneAtATime(page);
  return page;
}

/** Numbers are the server's; a move chosen on the board is asked about by itself, and told on average. */
export async function odds(harness) {
  const page = await ask(harness, LAPTOP, "laptop");
  await page.locator('[data-place="forest"]').click();
  await page.locator('[data-move="send forest 3"]').click();
  await answered(page, "forest 3");
  await averaged(page, /≈ \+3\.17/, /wood 3\.17 on average/);
  await page.keyboard.press("Escape"); // the move is chosen no more
  await page.keyboard.press("Escape");
  await until("odds are put away", async () => (await page.locator(".odds").count()) === 0);
  await page.context().close();
  const phone = await ask(harness, PHONE, "phone");
  await phone.locator(".odds").getByRole("button", { name: "Close" }).click();
  await until("odds are put away", async () => (await phone.locator(".odds").count()) === 0);
  await phone.context().close();
  const hadara = await begun(harness, LAPTOP, "hadara");
  await hadara.keyboard.press("g");
  await hadara.locator(".odds .answer li").first().waitFor();
  for (const words of await hadara.locator(".odds option, .odds .answer p, .board .hide").allTextContents())
    assert.doesNotMatch(words, /\d-\d\d/, `a card is told by what it shows: ${words}`);
  await hadara.context().close();
}
