// node e2e/shots.mjs ADDRESS FOLDER: the main states of both boards, laptop and phone, light and dark.
import { mkdirSync, writeFileSync } from "node:fs";
import { finish } from "./analysis.mjs";
import { asked, decide, dice, Harness, LAPTOP, PHONE, quick } from "./harness.mjs";
import { smaller } from "./palette.mjs";

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const harness = new Harness(base);
await harness.open();
const AT_NIGHT = /^(home|stone-age-(placing|payment)|hadara-(draft|piles))/;
const shot = async (page, name) => {
  if (name.endsWith("dark") && !AT_NIGHT.test(name)) return;
  for (const notice of await page.locator(".toast .round").all()) await notice.click(); // of the game before
  await page.mouse.move(0, 0);
  await page.waitForSelector("html[data-fonts]");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(350);
  writeFileSync(`${folder}/${name}.png`, await smaller(page, await page.screenshot()));
  console.log(name);
};
const eager = (text) =>
  /^pay/.test(text)
    ? 5
    : /card|building/.test(text)
      ? 2.4
      : /river|quarry|forest|clay/.test(text)
        ? 2
        : /leave|starve/.test(text)
          ? -1
          : 0;

for (const dark of [false, true]) {
  for (const [size, viewport] of [
    ["laptop", LAPTOP],
    ["phone", PHONE],
  ]) {
    const name = (what) => `${what}-${size}-${dark ? "dark" : "light"}`;
    const page = await harness.person({
      viewport,
      dark,
      touch: size === "phone",
      settings: {
        lang: "en",
        sounds: false,
        name: "Ada",
        quick: { game: "stone-age", players: 3, level: "casual" },
      },
    });
    await page.goto(base);
    await page.waitForSelector("article");
    await shot(page, name("home"));
    await quick(harness, page, "Stone Age");
    const rng = dice(2);
    const seen = new Set();
    for (let n = 0; n < 90 && seen.size < 4; n++) {
      await asked(page);
      const step = await page.evaluate(() =>
        document.querySelector(".ask .tools")
          ? "tools"
          : document.querySelector(".ask .pay .steppers")
            ? "payment"
            : document.querySelector(".ask .die")
              ? "dice"
              : document.querySelectorAll(".ring.taken").length > 9 && document.querySelector(".place.open")
                ? "placing"
                : "",
      );
      if (step && !seen.has(step) && n > 6) {
        seen.add(step);
        await shot(page, name(`stone-age-${step}`));
      }
      await decide(page, eager, rng);
    }
    await quick(harness, page, "Hadara");
    const steps = new Set();
    for (let n = 0; n < 45 && steps.size < 6; n++) {
      await asked(page);
      const step = await page.evaluate(() => document.querySelector(".prompt h2")?.textContent ?? "");
      const kind = /colony/i.test(step)
        ? "colony"
        : /statue/i.test(step)
          ? "statue"
          : /medal/i.test(step)
            ? "medals"
            : /top card/i.test(step)
              ? "piles"
              : /two|lay/i.test(step)
                ? "draft"
                : /remove/i.test(step)
                  ? "feeding"
                  : "";
      if (kind && !steps.has(kind) && (n > 3 || kind !== "draft")) {
        steps.add(kind);
        await shot(page, name(`hadara-${kind}`));
      }
      await decide(page, (text) => (/buy|plunder|integrate|carve/.test(text) ? 1 : 0), rng);
    }
    if (dark) {
      await page.context().close();
      continue; // By day alone, for its analysis takes long.
    }
    await page.goto(`${base}/t/${await finish(page, "hadara")}`);
    await page.locator("dialog .after .button", { hasText: "Analysis" }).click();
    await page.locator(".curve path.line").first().waitFor({ timeout: 120000 });
    await page.waitForFunction(() => !document.querySelector("dialog .more"), null, { timeout: 120000 });
    await shot(page, name("analysis"));
    await page.context().close();
  }
}
await harness.close();
