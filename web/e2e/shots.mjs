// node e2e/shots.mjs ADDRESS FOLDER: the main states of both boards, laptop and phone, light and dark.
import { mkdirSync, writeFileSync } from "node:fs";
import { finish } from "./analysis.mjs";
import { asked, decide, dice, Harness, LAPTOP, over, PHONE, quick } from "./harness.mjs";
import { smaller } from "./palette.mjs";

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const harness = new Harness(base);
await harness.open();
const AT_NIGHT = /^(home|stone-age-(placing|payment)|hadara-(draft|piles))/;
const GAMES = [
  {
    game: "stone-age",
    title: "Stone Age",
    moments: ["tools", "payment", "dice", "placing"],
    early: (moment, n) => n < 7,
    decisions: 90,
    moment: () => {
      const seen = (selector) => document.querySelectorAll(selector).length;
      return [
        ["tools", seen(".ask .tools")],
        ["payment", seen(".ask .pay .steppers")],
        ["dice", seen(".ask .die")],
        ["placing", seen(".place.open") && seen(".ring.taken") > 9],
      ].find(([, now]) => now)?.[0];
    },
    prefer: (text) =>
      [
        [/^pay/, 5],
        [/card|building/, 2.4],
        [/river|quarry|forest|clay/, 2],
        [/leave|starve/, -1],
      ].find(([words]) => words.test(text))?.[1] ?? 0,
  },
  {
    game: "hadara",
    title: "Hadara",
    moments: ["colony", "statue", "medals", "piles", "draft", "feeding"],
    early: (moment, n) => moment === "draft" && n < 4,
    decisions: 60,
    moment: () => {
      const asked = document.querySelector(".prompt h2")?.textContent ?? "";
      return [
        ["colony", /colony/i],
        ["statue", /statue/i],
        ["medals", /medal/i],
        ["piles", /top card/i],
        ["draft", /two|lay/i],
        ["feeding", /remove/i],
      ].find(([, words]) => words.test(asked))?.[0];
    },
    prefer: (text) => (/buy|plunder|integrate|carve/.test(text) ? 1 : 0),
  },
];

async function shot(page, name) {
  for (const notice of await page.locator(".toast .round").all()) await notice.click(); // of the game before
  await page.mouse.move(0, 0);
  await page.waitForSelector("html[data-fonts]");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(350);
  writeFileSync(`${folder}/${name}.png`, await smaller(page, await page.screenshot()));
  console.log(name);
}

/** Plays a game, and another where luck didn't bring them all, until each of these moments was seen. */
async function showAll(page, { game, title, moments, early, decisions, moment, prefer }, dark, where) {
  const left = new Set(moments.filter((each) => !dark || AT_NIGHT.test(`${game}-${each}`)));
  const rng = dice(2);
  for (let played = 0; left.size && played < 8; played++) {
    await quick(harness, page, title);
    for (let n = 0; n < decisions && left.size; n++) {
      await asked(page);
      if (await over(page)) break;
      const now = await page.evaluate(moment);
      if (left.has(now) && !early(now, n)) {
        left.delete(now);
        await shot(page, `${game}-${now}-${where}`);
      }
      await decide(page, prefer, rng);
    }
  }
  if (left.size) throw new Error(`never seen in ${title} (${where}): ${[...left].join(", ")}`);
}

async function showAnalysis(page, where) {
  await page.goto(`${base}/t/${await finish(page, "hadara")}`);
  await page.locator("dialog .after .button", { hasText: "Analysis" }).click();
  await page.locator(".curve path.line").first().waitFor({ timeout: 120000 });
  await page.waitForFunction(() => !document.querySelector("dialog .more"), null, { timeout: 120000 });
  await shot(page, `analysis-${where}`);
}

const settings = {
  lang: "en",
  sounds: false,
  name: "Ada",
  quick: { game: "stone-age", players: 3, level: "casual" },
};
for (const dark of [false, true])
  for (const [size, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
    const where = `${size}-${dark ? "dark" : "light"}`;
    const page = await harness.person({ viewport, dark, touch: size === "phone", settings });
    await page.goto(base);
    await page.waitForSelector("article");
    await shot(page, `home-${where}`);
    for (const game of GAMES) await showAll(page, game, dark, where);
    if (!dark) await showAnalysis(page, where); // By day alone, for it takes long.
    await page.context().close();
  }
await harness.close();
