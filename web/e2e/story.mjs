// A round that one can follow: its end in stages, things on their way, the question after the picture.
import assert from "node:assert/strict";
import { asked, decide, dice, quick } from "./harness.mjs";

/** Write down what the page shows and when it asks, for as long as it is open. */
const watch = (page) =>
  page.evaluate(() => {
    window.seen = { captions: [], askedUnder: 0, flown: 0, skips: 0 };
    new MutationObserver((changes) => {
      if (document.querySelector(".skip:not(.gone)")) window.seen.skips += 1;
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        if (node.matches(".aloft")) window.seen.flown += 1;
        if (!node.matches(".caption")) continue;
        window.seen.captions.push(node.textContent);
        if (document.querySelector(".game").dataset.asked === "me") window.seen.askedUnder += 1;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

export async function story(harness) {
  const page = await harness.person({ motion: true });
  await quick(harness, page, "Stone Age");
  await asked(page);
  await watch(page);
  const rng = dice(7);
  const round = () => page.locator("h1 .where").textContent();
  while (!/Round 3/.test(await round())) {
    await asked(page);
    await decide(page, (text) => (/forest|clay|hunt/.test(text) ? 1 : 0), rng);
  }
  const seen = await page.evaluate(() => window.seen);
  const told = seen.captions.join("\n");
  assert.match(told, /fed|starved|replaced/, "feeding is told");
  assert.match(told, /Round 2 begins/, "and the new round");
  assert.equal(seen.askedUnder, 0, "nothing is asked under a caption");
  assert.ok(seen.flown > 0, "what is won is on its way to its owner");
  assert.ok(seen.skips > 0, "and whoever has seen enough may skip");
  await page.locator("header").getByRole("button", { name: "Menu" }).click();
  await page.locator("dialog").getByText("None", { exact: true }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.motion), "none");
  await harness.axe(page, "the menu with its speeds");
}

/** Whoever comes back is told what they missed, as a list or on the board. */
export async function absence(harness) {
  const page = await harness.person();
  await quick(harness, page, "Stone Age");
  for (let n = 0; n < 3; n++) {
    await asked(page);
    await decide(page, () => 0, dice(n + 1));
  }
  await asked(page);
  assert.equal(await page.locator(".since").count(), 0, "who looks on has missed nothing");
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem("cradle.seen"));
    for (const table of Object.keys(seen)) seen[table] -= 3;
    localStorage.setItem("cradle.seen", JSON.stringify(seen));
  });
  await page.reload();
  await page.locator(".since").getByRole("button", { name: "As a list" }).click();
  assert.ok((await page.locator(".since li").count()) >= 3, "all of it is listed");
  await harness.axe(page, "what was missed");
  const replay = page.locator(".since").getByRole("button", { name: "On the board" });
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.locator(".since").getByRole("button", { name: "Back to now" }).click(),
  ]) {
    await replay.click();
    await page.waitForSelector(".pasted");
    await leave();
    await page.waitForSelector(".pasted", { state: "detached" });
    await page.waitForTimeout(1500); // Longer than a step.
    assert.equal(await page.locator(".pasted").count(), 0, "who has left the replay stays with what is now");
  }
  await replay.click();
  await page.waitForSelector(".pasted");
  await page.waitForSelector(".pasted", { state: "detached" });
  assert.equal(await page.locator(".since").count(), 0, "and then it has been told");
}
