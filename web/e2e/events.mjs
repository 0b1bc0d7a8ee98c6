// A tournament: made, entered, its first round begun, dropped out of, come back to, and ended by its host.
import { strict as assert } from "node:assert";
import { call, LAPTOP, PHONE, until } from "./harness.mjs";

async function look(harness, page, where) {
  await harness.axe(page, where);
  await harness.noSideways(page, where);
}

/** Sits down at the table of the round, by the event's page. */
async function sit(page, link) {
  await page.locator(".acts a", { hasText: link }).click();
  await page.locator('.lobby a[href^="/events/"]').waitFor();
  await page.locator(".lobby li .button.primary").click();
}

export async function events(harness) {
  const ada = await harness.person({ viewport: LAPTOP, settings: { name: "Ada" } });
  const ben = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Ben", lang: "de" } });
  await ada.goto(`${harness.base}/events/new`);
  await ada.getByLabel("Name of the event").fill("Club evening");
  await ada.locator("select").last().selectOption("novice");
  await look(harness, ada, "a new event");
  await ada.locator("form .button.primary").click();
  await ada.locator("h1", { hasText: "Club evening" }).waitFor();
  const address = ada.url();
  await ada.locator(".acts .button", { hasText: "Enter" }).click();
  await ada.locator(".acts .button", { hasText: "Drop out" }).waitFor();
  // Found in the list, on a phone and in another language.
  await ben.goto(`${harness.base}/events`);
  await look(harness, ben, "events on a phone");
  await ben.locator("a.row", { hasText: "Club evening" }).click();
  await ben.locator(".acts .button", { hasText: "Teilnehmen" }).click();
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).waitFor();
  assert.equal(await ben.locator(".acts .button", { hasText: "beginnen" }).count(), 0, "for the host alone");
  await ada.locator(".acts .button", { hasText: "Start round 1" }).click();
  await sit(ada, "To my table");
  await sit(ben, "Zu meinem Tisch");
  for (const page of [ada, ben]) await page.waitForSelector(".game");
  assert.equal(await ada.locator(".prompt .button", { hasText: /Hint|Odds/ }).count(), 0, "nobody is helped");
  await ada.goto(address);
  await ada.locator("section", { hasText: "Round 1" }).getByText("being played").waitFor();
  await ada.locator("summary", { hasText: "How this is reckoned" }).click();
  await look(harness, ada, "an event on a laptop");
  // Who drops out leaves the game to a bot, and can come back for the next round.
  await ben.goto(address);
  await look(harness, ben, "an event on a phone");
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).click();
  await ben.locator("dialog .button.bad").click();
  await ben.locator(".acts .button", { hasText: "Ich bin wieder da" }).waitFor();
  const table = (await call(ada, "GET", `/events/${address.split("/").at(-1)}`)).played[0].tables[0];
  await until("a bot stands in", async () =>
    (await call(ada, "GET", `/tables/${table.table}`)).seats.some((seat) => seat.stand_in),
  );
  await ben.locator(".acts .button", { hasText: "Ich bin wieder da" }).click();
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).waitFor();
  // The menu of the table leads back to the event; its host ends it.
  await ada.goto(`${harness.base}/t/${table.table}`);
  await ada.waitForSelector(".game");
  await ada.getByRole("button", { name: "Menu" }).click();
  await ada.locator("dialog a", { hasText: "To the event (round 1)" }).click();
  await ada.locator(".acts .button", { hasText: "End the event" }).click();
  await ada.locator("dialog .button.bad").click();
  await ada.locator("[role=status]", { hasText: "has ended the event" }).waitFor();
}
