// The same luck: a game of the day, closed to others and compared at its end; and tables for several groups.
import { strict as assert } from "node:assert";
import { call, LAPTOP, PHONE, until } from "./harness.mjs";

/**
 * Plays one's table to its end, the quickest way there is: of cards always the first move, or always the last, of
 * anything else the first, so that games part at a card.
 */
async function playOut(page, table, place) {
  await page.evaluate(
    async ({ table, place }) => {
      const path = `/api/tables/${table}`;
      for (const end = Date.now() + 120000; Date.now() < end;) {
        const { moves, seq, over } = await (await fetch(`${path}/view`)).json();
        if (over) return;
        if (moves.length) {
          const chosen = moves.at(moves[0].card ? place : 0);
          const body = JSON.stringify({ seq, text: chosen.text });
          const headers = { "Content-Type": "application/json" };
          await fetch(`${path}/moves`, { method: "POST", headers, body });
        } else await new Promise((go) => setTimeout(go, 20));
      }
      throw new Error("the game doesn't end");
    },
    { table, place },
  );
}

const card = (page) => page.locator("section[aria-labelledby=today] article").filter({ hasText: "Hadara" });
/** Where two parted, cards are told by what they show: their numbers are printed nowhere. */
async function namesCards(...pages) {
  const found = [];
  for (const page of pages) {
    await page.reload();
    await page.locator("dd").first().waitFor();
    found.push(...(await page.locator("dd").allTextContents()));
  }
  assert.ok(
    found.some((words) => /\(\+\d/.test(words)),
    `no card among ${found}`,
  );
  for (const words of found) assert.doesNotMatch(words, /\d-\d\d/);
}
const tableOf = (page) => new URL(page.url()).pathname.split("/")[2];

/** Begins today's game by its card. */
async function begin(page) {
  await page.goto(page.base + "/");
  await card(page).locator("button").click();
  await page.waitForSelector('.game[data-asked="me"]');
  return tableOf(page);
}

async function look(harness, page, where) {
  await harness.axe(page, where);
  await harness.noSideways(page, where);
}

export async function daily(harness) {
  const ada = await harness.person({ viewport: LAPTOP, settings: { name: "Ada" } });
  const ben = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Ben", lang: "de" } });
  ada.base = ben.base = harness.base;
  const hers = await begin(ada);
  assert.equal(await ada.locator(".prompt .button", { hasText: /Hint|Odds/ }).count(), 0, "nobody is helped");
  await ada.goto(harness.base + "/");
  await card(ada).locator("button", { hasText: "Go on" }).waitFor();
  await look(harness, ada, "home with the games of today on a laptop");
  // Whoever may still play it sees neither the game nor how others did.
  await ben.goto(`${harness.base}/t/${hers}`);
  await ben.locator("h1", { hasText: "demselben Glück" }).waitFor();
  // Where all are compared, who hasn't played yet is offered the game.
  harness.refused = true;
  await ben.goto(`${harness.base}/daily/hadara`);
  await ben.locator("main button", { hasText: "Partie des Tages spielen" }).click();
  await ben.waitForSelector('.game[data-asked="me"]');
  harness.refused = false;
  const his = tableOf(ben);
  assert.notEqual(his, hers);
  await playOut(ada, hers, 0);
  await playOut(ben, his, -1);
  await ada.goto(`${harness.base}/t/${hers}`);
  await ada.locator("dialog .after .button", { hasText: "How everybody did" }).click();
  await ada.locator("h2", { hasText: /^Place [12] of 2$/ }).waitFor();
  await look(harness, ada, "the standings on a laptop");
  // From the card on a phone: place, points of all, the best, and where one parted from them.
  await ben.goto(harness.base + "/");
  await look(harness, ben, "home with the games of today on a phone");
  await card(ben).locator("a", { hasText: "Wie es allen ging" }).click();
  await ben.locator("h2", { hasText: /^Platz [12] von 2$/ }).waitFor();
  assert.equal(await ben.locator(".best li").count(), 2);
  const standings = () => call(ben, "GET", "/daily/hadara/standings");
  await until("the master's game is over", async () => (await standings()).master !== null);
  await ben.reload();
  await ben.locator("h2", { hasText: "Der Meister" }).waitFor();
  await look(harness, ben, "the standings on a phone");
  const master = ben.locator("section", { has: ben.locator("h2", { hasText: "Der Meister" }) });
  await namesCards(ada, ben);
  await master.locator("a", { hasText: "Zeig mir, wo" }).click();
  await ben.waitForSelector(".game");
  assert.equal(tableOf(ben), his);
  await ben.goBack();
  await ben.locator(".best a", { hasText: "Auswertung" }).first().click();
  await ben.locator("dialog h2", { hasText: "entschied" }).waitFor();
  assert.ok([his, hers].includes(tableOf(ben)));
  await ben.goBack();
  await master.locator("a", { hasText: "Die andere Partie" }).click();
  await ben.waitForSelector(".game");
  assert.ok(![his, hers].includes(tableOf(ben)), "the master's own table");
}

/** A host makes tables for two groups; one sits down by its link, and the host compares. */
export async function duplicates(harness) {
  const host = await harness.person({ viewport: LAPTOP, settings: { name: "Hana" } });
  const guest = await harness.person({
    viewport: PHONE,
    touch: true,
    settings: { name: "Gil", lang: "cs" },
  });
  await host.goto(`${harness.base}/new?game=hadara`);
  await host
    .locator("fieldset", { hasText: "Tables with the same luck" })
    .getByText("2", { exact: true })
    .click();
  await look(harness, host, "a new duplicate");
  await host.locator("form .button.primary").click();
  const rows = host.locator("tbody tr");
  await rows.nth(1).waitFor();
  await look(harness, host, "a duplicate on a laptop");
  const link = await rows.first().locator("th a").getAttribute("href");
  await guest.goto(harness.base + link);
  await guest.locator("li .button.primary").click();
  await guest.waitForSelector(".game");
  // Nobody else sees that game, the host included.
  await host.goto(harness.base + link);
  await host.locator("h1", { hasText: "the same luck" }).waitFor();
  await host.goBack();
  await rows.first().locator("td", { hasText: "Gil" }).waitFor();
  await guest.goto(host.url());
  await guest.locator("tbody tr").nth(1).waitFor();
  await look(harness, guest, "a duplicate on a phone");
}
