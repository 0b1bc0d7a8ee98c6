// Puzzles: the one of the day answered on laptop and phone, and others without a connection.
import { strict as assert } from "node:assert";
import { LAPTOP, PHONE } from "./harness.mjs";
import { governed, mirrored } from "./offline.mjs";

/** Asks the server for all puzzles of a game, with their solutions. */
const collection = (page, game) =>
  page.evaluate(async (game) => (await fetch(`/api/puzzles/${game}`)).json(), game);

/** Answers the puzzle that is shown by the board as text, whose buttons carry every move. */
async function answer(page, choose) {
  const [game, id] = new URL(page.url()).pathname.split("/").slice(2);
  const { puzzles } = await collection(page, game);
  const puzzle =
    id === "today"
      ? puzzles[Math.floor(Date.now() / 86400000) % puzzles.length]
      : puzzles.find((each) => each.id === id);
  await page.waitForSelector('.game[data-asked="me"]');
  await page.keyboard.press("b");
  const number = puzzle.moves.findIndex(({ text }) => text === choose(puzzle));
  await page.locator("dialog .moves button").nth(number).click();
  return puzzle;
}
const best = ({ solution }) => solution.best;
const other = ({ solution, moves }) => moves.find(({ text }) => text !== solution.best).text;
const told = (page, what) => page.locator(`.lesson[data-answer="${what}"]`).waitFor();

/** As at a table, whoever looks at a move is told what it leads to. */
async function foretells(harness, base) {
  const page = await harness.person();
  await page.goto(`${base}/puzzles`);
  await page.waitForSelector("article");
  const { puzzles } = await collection(page, "stone-age");
  const sends = ({ moves }) => moves.filter(({ kind, place }) => kind === "send" && place === "hunt");
  const puzzle = puzzles.find((each) => sends(each).length > 1);
  await page.goto(`${base}/puzzle/stone-age/${puzzle.id}`);
  await page.locator('.place.open[data-place="hunt"]').click();
  await page.locator(`.picker [data-move="${sends(puzzle)[0].text}"]`).hover();
  await page.locator(".prompt .then .change").waitFor();
  assert.match(await page.locator(".prompt .then").textContent(), /≈ \+\d/);
  await page.context().close();
}

export async function puzzles(harness) {
  await foretells(harness, harness.base);
  await mirrored(harness, async (mirror) => {
    for (const viewport of [LAPTOP, PHONE]) {
      const where = viewport === PHONE ? "a phone" : "a laptop";
      const page = await harness.person({
        viewport,
        touch: viewport === PHONE,
        worker: true,
        settings: { lang: viewport === PHONE ? "de" : "en" },
      });
      await page.goto(`${mirror.base}/puzzles`);
      await page.waitForSelector("article");
      await governed(page);
      await harness.axe(page, `puzzles on ${where}`);
      await harness.noSideways(page, `puzzles on ${where}`);
      // The one of the day: a wrong answer tells the price and shows what was best.
      await page.locator("article .button.primary").first().click();
      await told(page, "open");
      const puzzle = await answer(page, other);
      await told(page, "wrong");
      const price = await page.locator(".lesson p").textContent();
      assert.match(price, /\d\s?%/, "what it costs");
      assert.doesNotMatch(price, /\d-\d\d/, "a card is told by what it shows");
      await harness.axe(page, `a puzzle answered on ${where}`);
      await harness.noSideways(page, `a puzzle on ${where}`);
      await page.locator(".lesson .quiet").click();
      await told(page, "open");
      await answer(page, best);
      await told(page, "right");
      // Without a server: the next one is there, judged here, and the list stands.
      harness.cut = true;
      mirror.cut(true);
      await page.locator(".lesson .next").click();
      await told(page, "open");
      assert.notEqual((await answer(page, best)).id, puzzle.id);
      await told(page, "right");
      await page.goto(`${mirror.base}/puzzles`);
      await page.waitForSelector("article");
      await harness.axe(page, `puzzles without a connection on ${where}`);
      mirror.cut(false);
      harness.cut = false;
      await page.context().close();
    }
  });
}
