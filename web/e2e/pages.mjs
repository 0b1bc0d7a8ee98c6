// Every page, phones, and the lessons.
import { strict as assert } from "node:assert";
import { asked, call, decide, dice, LAPTOP, PHONE, quick, sit } from "./harness.mjs";
import { eager } from "./games.mjs";

/** The bar above the pages fits at every width, also with a long name and a game that waits. */
async function bar(harness, page, lang) {
  await call(page, "POST", "/me", { name: "Maximiliane" });
  await sit(page, "hadara", 1);
  await page.reload();
  await page.locator("header .next").waitFor();
  for (const width of [1100, 1040, 844, 780, 320]) {
    await page.setViewportSize({ width, height: 600 });
    await harness.noSideways(page, `${lang}, ${width} pixels wide`);
  }
}

/** Every page in every language, light and dark, laptop and phone, without anything for axe to find. */
export async function pages(harness) {
  const WORDS = { en: "Rules", de: "Regeln", fr: "Règles", cs: "Pravidla" };
  const READY = {
    "/": "article",
    "/new": ".seat",
    "/puzzles": "article",
    "/puzzle/hadara/none": "main h1",
    "/archive": "main h1",
    "/rules/stone-age": "article",
    "/rules/hadara/H-C3": "article.here",
    "/me": "main h1",
    "/about": "main h1",
    "/nowhere": "main h1",
    "/t/nosuchtable": "main h1",
  };
  for (const [i, lang] of Object.keys(WORDS).entries()) {
    const phone = i % 2 === 1;
    const page = await harness.person({
      dark: i > 1,
      viewport: phone ? PHONE : LAPTOP,
      touch: phone,
      settings: { lang, sounds: false },
    });
    for (const [path, ready] of Object.entries(READY)) {
      const quiet = path.startsWith("/t/");
      const problems = harness.problems.length;
      await page.goto(harness.base + path);
      await page.waitForSelector(ready);
      if (quiet) harness.problems.length = problems; // a table that isn't there answers 404, which the console shows
      const raw = (await page.locator("body").innerText()).match(/\bweb\.[a-z-]+\.[a-z_.-]+/);
      if (raw) harness.problems.push(`${lang} ${path}: untranslated ${raw[0]}`);
      await harness.axe(page, `${lang} ${path}`);
      await harness.noSideways(page, `${lang} ${path}`);
    }
    await page.goto(harness.base + "/");
    await page.getByRole("link", { name: WORDS[lang], exact: true }).first().waitFor();
    await bar(harness, page, lang);
    await page.context().close();
  }
  const page = await harness.person();
  await page.goto(harness.base + "/");
  await page.locator(".lang select").selectOption("cs");
  await page.getByRole("link", { name: "Pravidla", exact: true }).waitFor();
  await page.goto(harness.base + "/rules/stone-age");
  await page.locator("input[type=search]").fill("nástroj");
  await page.waitForSelector("article");
}

/** Hadara on a phone: one screen, dark, nothing sideways, through the first decisions. */
export async function phoneHadara(harness) {
  const page = await harness.person({ viewport: PHONE, touch: true, dark: true });
  await quick(harness, page, "Hadara");
  const rng = dice(9);
  for (let n = 0; n < 22; n++) {
    await asked(page);
    await harness.noSideways(page, "hadara on a phone");
    const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.ok(tall <= 0, `one screen, but ${tall}px taller`);
    if (n % 7 === 0) await harness.axe(page, `hadara on a phone, decision ${n}`);
    await decide(page, (text) => (/buy|integrate|carve/.test(text) ? 1 : 0), rng);
  }
}

/** A phone: one screen, dark, nothing sideways, the tableau in its sheet. */
export async function phone(harness) {
  const page = await harness.person({ viewport: PHONE, touch: true, dark: true });
  await quick(harness, page, "Stone Age");
  await asked(page);
  await harness.noSideways(page, "stone age on a phone");
  const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(tall <= 0, `one screen, but ${tall}px taller`);
  await harness.axe(page, "phone, dark");
  await page.locator(".handle").tap();
  await page.waitForSelector(".own.up");
  await harness.axe(page, "phone, own things");
  await page.locator(".handle").tap();
  await page.waitForSelector(".own:not(.up)");
  const rng = dice(5);
  for (let n = 0; n < 16; n++) {
    await asked(page);
    await decide(page, eager, rng);
    await harness.noSideways(page, "stone age on a phone, playing");
  }
  await page.getByRole("button", { name: "Log" }).tap();
  await page.waitForSelector("dialog .log li");
  await harness.axe(page, "phone, log");
}

/** A lesson from the first move to the scoring, in German. */
export async function tutorial(harness) {
  for (const [name, lang] of [
    ["stone-age", "de"],
    ["hadara", "en"],
  ]) {
    const page = await harness.person({ settings: { lang, sounds: false, name: "Ada" } });
    await page.goto(`${harness.base}/learn/${name}`);
    await page.waitForSelector(".lesson");
    await harness.axe(page, `lesson of ${name}`);
    const told = new Set();
    for (let n = 0; n < 90; n++) {
      await page.waitForSelector('.game[data-asked="me"], .lesson .next, .lesson[data-topic="end"]');
      const { words, note, topic } = await page.locator(".lesson").evaluate((node) => ({
        words: node.querySelector("p").textContent,
        note: node.dataset.note,
        topic: node.dataset.topic,
      }));
      assert.ok(words.length > 15, `no words at ${topic}`);
      if (note) {
        told.add(note);
        if (n === 2) await harness.axe(page, `a note of ${name}`);
        await page.locator(".lesson .next").click();
        await page.waitForFunction((was) => document.querySelector(".lesson").dataset.note !== was, note);
        continue;
      }
      if (topic === "end") break;
      if (!(await decide(page, (text) => (/none$/.test(text) ? -1 : 0), dice(n + 1))))
        throw new Error(`${name}: nothing to click at: ${words}`);
    }
    await page.waitForSelector('.lesson[data-topic="end"] .primary');
    assert.match(await page.locator(".lesson p").textContent(), /\d+.*\d+/, "the totals are told");
    const expected =
      name === "hadara"
        ? ["note.wheel", "note.own", "note.income", "note.statues", "score.gold", "score.coins"]
        : [
            "note.gather",
            "note.village",
            "note.cards",
            "note.buildings",
            "note.feeding",
            "score.culture",
            "score.tool_makers",
          ];
    for (const note of expected) assert.ok(told.has(note), `${name} never explains ${note}`);
    await page.setViewportSize(PHONE);
    await page.locator(".bar .phone").click();
    await page.locator("dialog .log li").first().waitFor();
    const dead = await page.locator("dialog :is(.goto, input[type=range])").count();
    assert.equal(dead, 0, "a lesson goes back by its own button alone");
    await page.keyboard.press("Escape");
    await page.locator(".lesson .primary").click();
    await page.waitForSelector(`.game[data-game="${name}"]:not(:has(.lesson))`);
    await page.context().close();
  }
}
