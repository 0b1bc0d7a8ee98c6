// node --experimental-websocket e2e/browsers.mjs ADDRESS: a whole game of each in Firefox and in WebKit.
import { existsSync } from "node:fs";
import { asked, decide, dice, over, sit } from "./harness.mjs";
import { eager } from "./games.mjs";
import { BROWSERS, open } from "./webdriver.mjs";

const SETTINGS = { lang: "en", sounds: false, speed: "none" };
const PREFER = { "stone-age": eager, hadara: (text) => (/buy|integrate|carve/.test(text) ? 1 : 0) };

/** Become somebody who wants nothing to move. */
async function arrive(page, base) {
  await page.goto(base);
  await page.waitForSelector("article");
  await page.evaluate((kept) => localStorage.setItem("cradle.settings", JSON.stringify(kept)), SETTINGS);
  await page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/me", { method: "POST", headers, body: JSON.stringify({ name: "Ada" }) });
  });
}

/** From an empty table to the scores, without an error in the page. */
async function wholeGame(page, base, game) {
  await page.goto(`${base}/t/${await sit(page, game, 1)}`);
  await page.waitForSelector(".game");
  await page.evaluate(() => {
    window.wrong = [];
    addEventListener("error", ({ message }) => window.wrong.push(message));
    addEventListener("unhandledrejection", ({ reason }) => window.wrong.push(String(reason)));
  });
  const rng = dice(3);
  for (let n = 0; n < 700; n++) {
    await asked(page);
    if (await over(page)) break;
    if (!(await decide(page, PREFER[game], rng)))
      throw new Error(`nothing to click: ${await page.locator(".prompt h2").textContent()}`);
  }
  await page.waitForSelector("dialog table tfoot");
  const { wrong, wide } = await page.evaluate(() => ({
    wrong: window.wrong,
    wide: document.documentElement.scrollWidth - innerWidth,
  }));
  if (wide > 0) wrong.push(`the page scrolls sideways by ${wide}px`);
  if (wrong.length) throw new Error(wrong.join("\n"));
}

const [base] = process.argv.slice(2);
let missing = 0;
for (const [name, { program }] of Object.entries(BROWSERS)) {
  if (!existsSync(program)) {
    console.error(`WARNING: ${name} was left out: ${program} isn't here.`);
    missing += 1;
    continue;
  }
  const { page, stop } = await open(name);
  try {
    await arrive(page, base);
    for (const game of Object.keys(PREFER)) {
      await wholeGame(page, base, game);
      console.log(`${name}: a whole game of ${game}`);
    }
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await stop();
  }
}
if (missing) process.exitCode = 1;
process.exit();
