// A tournament of four: made, entered, a round played to its end, the next one paired by standing, dropped out of,
// come back to, and ended by its host.
import { strict as assert } from "node:assert";
import { call, LAPTOP, PHONE, until } from "./harness.mjs";
import { finish } from "./together.mjs";

async function look(harness, page, where) {
  await harness.axe(page, where);
  await harness.noSideways(page, where);
}

/** Sits down at the table of the round, by the event's page. */
async function sit(page, link) {
  await page.locator(".acts a", { hasText: link }).click();
  await page.locator('.open-table a[href^="/events/"]').waitFor();
  await page.locator(".open-table li .button.primary").click();
}

/** Somebody who enters an event and plays without looking. */
async function entrant(harness, event, name) {
  const page = await harness.person({ settings: { name } });
  await page.goto(`${harness.base}/about`);
  await call(page, "POST", "/me", { name });
  await call(page, "POST", `/events/${event}/enter`);
  return page;
}

/** The tables of the round, each with the pages of those who sit there. */
async function paired(event, pages) {
  const people = new Map();
  for (const page of pages) people.set((await call(page, "GET", "/me")).person.id, page);
  const { played } = await call(pages[0], "GET", `/events/${event}`);
  return played
    .at(-1)
    .tables.map(({ table, seats }) => ({ table, pages: seats.map(({ person }) => people.get(person)) }));
}

/** Some of them sit down without looking. */
async function join(event, everybody, some) {
  for (const { table, pages } of await paired(event, everybody))
    for (const page of pages.filter((each) => some.includes(each)))
      await call(page, "POST", `/tables/${table}/join`, {});
}

/** Everybody plays the round to its end, where no board is drawn with every move. */
async function playRound(harness, event, pages) {
  for (const page of pages) await page.goto(`${harness.base}/about`);
  const tables = await paired(event, pages);
  await Promise.all(tables.map(({ table, pages: here }) => finish(here, table)));
}

/** At the first table of a round sit the best, and of those they haven't met the next best. */
function checkPairing({ standings, played }) {
  const rank = new Map(standings.map((each) => [each.person, each.rank]));
  const [one, two] = played[1].tables[0].seats
    .map(({ person }) => person)
    .sort((a, b) => rank.get(a) - rank.get(b));
  const met = played[0].tables
    .map(({ seats }) => seats.map(({ person }) => person))
    .find((people) => people.includes(one));
  const others = [...rank.keys()].filter((person) => !met.includes(person));
  assert.equal(rank.get(one), 1, "the best plays at the first table");
  assert.ok(others.includes(two), "nobody meets the same again");
  assert.equal(rank.get(two), Math.min(...others.map((person) => rank.get(person))));
}

export async function events(harness) {
  const quick = { game: "hadara", players: 2, level: "novice" }; // which is over soonest
  const ada = await harness.person({ viewport: LAPTOP, settings: { name: "Ada", quick } });
  const ben = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Ben", lang: "de" } });
  harness.refused = true;
  await ada.goto(`${harness.base}/events/none`);
  await ada.locator(".missing a[href='/events']").waitFor();
  harness.refused = false;
  await ada.goto(`${harness.base}/events/new`);
  await ada.getByLabel("Name of the event").fill("Club evening");
  await ada.getByLabel("Number of rounds").fill("2");
  await ada.locator("select").last().selectOption("novice");
  await ada.getByText("I do", { exact: true }).click(); // what begins a round
  await look(harness, ada, "a new event");
  await ada.locator("form .button.primary").click();
  await ada.locator("h1", { hasText: "Club evening" }).waitFor();
  const address = ada.url();
  const event = address.split("/").at(-1);
  await ada.locator(".acts .button", { hasText: "Enter" }).click();
  await ada.locator(".acts .button", { hasText: "Drop out" }).waitFor();
  // Found in the list, on a phone and in another language.
  await ben.goto(`${harness.base}/events`);
  await look(harness, ben, "events on a phone");
  await ben.locator("a.row", { hasText: "Club evening" }).click();
  await ben.locator(".acts .button", { hasText: "Teilnehmen" }).click();
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).waitFor();
  assert.equal(await ben.locator(".acts .button", { hasText: "beginnen" }).count(), 0, "for the host alone");
  const others = [await entrant(harness, event, "Cleo"), await entrant(harness, event, "Dan")];
  const everybody = [ada, ben, ...others];
  await ada.locator(".acts .button", { hasText: "Start round 1" }).click();
  await sit(ada, "To my table");
  await sit(ben, "Zu meinem Tisch");
  await join(event, everybody, others);
  for (const page of [ada, ben]) await page.waitForSelector(".game");
  assert.equal(await ada.locator(".prompt .button", { hasText: /Hint|Odds/ }).count(), 0, "nobody is helped");
  // A round is played to its end: all see what came of it, and the host starts the next one.
  await playRound(harness, event, everybody);
  await ada.goto(address);
  await ada.locator(".acts .button", { hasText: "Start round 2" }).waitFor();
  await ada.getByText("Round 1 of 2 is over.").waitFor();
  const standings = ada.locator("tbody tr");
  assert.match(await standings.first().textContent(), /^\s*1\s*(Ada|Ben|Cleo|Dan)/);
  assert.equal(await ada.locator("section", { hasText: "Round 1" }).getByText("in the game").count(), 4);
  await ada.locator("summary", { hasText: "How this is reckoned" }).click();
  await look(harness, ada, "standings on a laptop");
  await ada.setViewportSize(PHONE);
  await look(harness, ada, "the host's standings on a phone");
  await ada.setViewportSize(LAPTOP);
  await ada.locator(".acts .button", { hasText: "Start round 2" }).click();
  await ada.locator("h2", { hasText: "Round 2" }).waitFor();
  checkPairing(await call(ada, "GET", `/events/${event}`));
  // Who drops out leaves the game to a bot, and can come back for the next round.
  await ben.goto(address);
  await join(event, everybody, [ada, ...others]);
  await sit(ben, "Zu meinem Tisch");
  await ben.waitForSelector(".game");
  const table = new URL(ben.url()).pathname.split("/").at(-1);
  await ben.goto(address);
  await look(harness, ben, "an event on a phone");
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).click();
  await ben.locator("dialog .button.bad").click();
  await ben.locator(".acts .button", { hasText: "Ich bin wieder da" }).waitFor();
  await standings.filter({ hasText: /Ben\s*dropped out/ }).waitFor();
  await until("a bot stands in", async () =>
    (await call(ben, "GET", `/tables/${table}`)).seats.some((seat) => seat.stand_in),
  );
  await ben.locator(".acts .button", { hasText: "Ich bin wieder da" }).click();
  await ben.locator(".acts .button", { hasText: "Aussteigen" }).waitFor();
  // The menu of the table leads back to the event; its host ends it.
  await ada.locator(".acts a", { hasText: "To my table" }).click();
  await ada.waitForSelector(".game");
  await ada.getByRole("button", { name: "Menu" }).click();
  await ada.locator("dialog a", { hasText: "To the event (round 2)" }).click();
  await ada.locator(".acts .button", { hasText: "End the event" }).click();
  await ada.locator("dialog .button.bad").click();
  await ada.locator("[role=status]", { hasText: "was ended early" }).waitFor();
}
