// A game that brings no board of its own, by the plain board: the last one that the server lists.
import { strict as assert } from "node:assert";
import { asked, decide, dice, over, PHONE, until } from "./harness.mjs";

const NOTHING = "–";
const listed = async (harness) => (await (await fetch(`${harness.base}/api/games`)).json()).at(-1);

/** A table for two with these at its seats. */
async function make(harness, page, game, seats) {
  await page.goto(`${harness.base}/new?game=${game}`);
  await page.waitForSelector(".seat");
  await page.locator("fieldset", { hasText: "Players" }).getByText("2", { exact: true }).click();
  for (const [seat, who] of seats.entries())
    await page.locator(".seat").nth(seat).locator("select").first().selectOption(who);
  await page.getByRole("button", { name: "Make the table" }).click();
}

/** A table for two at one screen. */
async function sit(harness, page, game) {
  await make(harness, page, game, ["me", "me"]);
  await page.waitForSelector(".game");
}

/** A table for two at two screens. */
async function meet(harness, ada, bob, game) {
  await make(harness, ada, game, ["me", "link"]);
  await ada.waitForSelector(".open-table");
  await bob.goto(await ada.locator(".address").textContent());
  await bob.locator("input[type=text]").first().fill("Bob");
  await bob.getByRole("button", { name: "Sit here" }).click();
  await Promise.all([ada, bob].map((page) => page.waitForSelector(".game .plain")));
}

/** What a screen tells of the board, and of each of two players. */
async function read(page) {
  await page.keyboard.press("b");
  await page.waitForSelector("dialog .text section");
  const parts = await page
    .locator("dialog .text section")
    .evaluateAll((all) => all.map((part) => [...part.querySelectorAll("li")].map((it) => it.textContent)));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog .text", { state: "detached" });
  return parts.slice(-3);
}

/** Whoever has a card sees it; who looks on sees that it is there, and nothing else is different. */
function checkHidden(owner, other, seat) {
  const lines = owner[1 + seat].map((line, n) => [line, other[1 + seat][n]]);
  const hidden = lines.filter(([mine, theirs]) => mine !== theirs);
  assert.equal(hidden.length, 1, `one thing is hidden: ${JSON.stringify(lines)}`);
  const [mine, theirs] = hidden[0];
  assert.ok(theirs.endsWith(NOTHING) && !mine.endsWith(NOTHING), `${mine} / ${theirs}`);
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
  await totals(page);
  await harness.axe(page, `${where}, final scores`);
}

/** The final scores of two players. */
async function totals(page) {
  await page.waitForSelector("dialog table tfoot");
  const found = await page.locator("dialog tfoot tr:first-child td").allTextContents();
  assert.ok(found.length === 2 && found.every((text) => /^−?\d+$/.test(text)), found.join());
  return found;
}

export async function plainGame(harness) {
  const { game, titles } = await listed(harness);
  const page = await harness.person();
  await page.goto(harness.base + "/");
  await page.locator("article.card", { hasText: titles.en }).waitFor();
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

/** Two browsers: each sees its own hidden card alone, and nobody an answer before all have given theirs. */
export async function plainTogether(harness) {
  const { game } = await listed(harness);
  const [ada, bob] = [await harness.person(), await harness.person({ viewport: PHONE, touch: true })];
  const pages = [ada, bob];
  await meet(harness, ada, bob, game);
  await Promise.all(pages.map(asked)); // both at once
  const [byAda, byBob] = [await read(ada), await read(bob)];
  checkHidden(byAda, byBob, 0);
  checkHidden(byBob, byAda, 1);
  const rng = dice(9);
  assert.ok(await decide(ada, () => 0, rng), "nothing to click");
  const ply = (page) => page.locator(".game").getAttribute("data-ply");
  await until("the news of a sealed answer", async () => (await ply(bob)) === (await ply(ada)));
  assert.equal(await ada.locator(".game").getAttribute("data-asked"), "no");
  assert.notDeepEqual((await read(ada))[0], byAda[0], "my own answer is shown");
  assert.deepEqual(await read(bob), byBob, "a sealed answer is seen");
  for (let n = 0; n < 60 && !(await over(ada)); n++)
    for (const page of pages)
      if (await page.locator('.game[data-asked="me"]').count())
        assert.ok(await decide(page, () => 0, rng), "nothing to click");
  await Promise.all(pages.map(asked));
  assert.deepEqual(await totals(ada), await totals(bob));
}
