// People who meet: looking for players, friends and invitations, and those one would rather not meet.
import assert from "node:assert/strict";
import { call, goListening, PHONE, until } from "./harness.mjs";

/** Three people who want the same find each other; a fourth watches. */
export async function pairing(harness) {
  const ada = await harness.person({ settings: { name: "Ada" } });
  const bob = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Bob", lang: "de" } });
  const cem = await harness.person({ settings: { name: "Cem" } });
  const panel = (page) => page.locator(".pairing");
  await ada.goto(`${harness.base}/`);
  await panel(ada).getByText("Hadara").click();
  await panel(ada).getByText("3", { exact: true }).click();
  await panel(ada).getByRole("button", { name: "Find players" }).click();
  await panel(ada).getByText("Looking for players: Hadara for 3, now").waitFor();
  await panel(ada).getByRole("button", { name: "Stop looking" }).click();
  await panel(ada).getByRole("button", { name: "Find players" }).click();
  await panel(ada).getByText("Looking for players: Hadara for 3, now").waitFor();
  await harness.axe(ada, "home while looking for players");
  for (const [page, join] of [
    [bob, "Ich bin dabei"],
    [cem, "I’m in"],
  ]) {
    await page.goto(`${harness.base}/`);
    await panel(page).getByRole("button", { name: join }).waitFor();
    await harness.axe(page, "home while others look for players");
    await harness.noSideways(page, "home while others look for players");
    await panel(page).getByRole("button", { name: join }).click();
  }
  await Promise.all([ada, bob, cem].map((page) => page.waitForSelector(".game")));
  const table = new URL(ada.url()).pathname;
  assert.equal(new URL(bob.url()).pathname, table);

  const eve = await harness.person();
  await eve.goto(`${harness.base}/`);
  const row = eve.locator(`[data-table="${table.split("/").at(-1)}"]`);
  await row.getByText(/Waiting for .*(Ada|Bob|Cem)/).waitFor();
  await row.getByText(/ left$/).waitFor();
  await harness.axe(eve, "home with a game to watch");
  // Bob's own list says the same, in his language and in little room.
  await bob.goto(`${harness.base}/`);
  await bob
    .locator(`[data-table="${table.split("/").at(-1)}"]`)
    .getByText(/^noch /)
    .waitFor();
  await harness.noSideways(bob, "home with a game on a phone");
}

const somebody = async (harness, name, more = {}) => {
  const page = await harness.person({ ...more, settings: { name, ...more.settings } });
  await page.goto(`${harness.base}/about`);
  const { id } = await call(page, "POST", "/me", { name });
  await page.reload();
  return { page, id };
};

/** Ada follows Bob and invites him, who is told wherever he is; then he writes what he shouldn't. */
export async function friends(harness) {
  const ada = await somebody(harness, "Ada");
  const bob = await somebody(harness, "Bob", { viewport: PHONE, touch: true, settings: { lang: "de" } });
  await ada.page.goto(`${harness.base}/people/${bob.id}`);
  await ada.page.getByRole("button", { name: "Follow" }).click();
  await ada.page.getByRole("button", { name: "Following" }).waitFor();
  await harness.axe(ada.page, "a player's page");
  const seats = [{ kind: "me" }, { kind: "open" }];
  const { id } = await call(ada.page, "POST", "/tables", { game: "stone-age", seats, visibility: "public" });
  await ada.page.goto(`${harness.base}/t/${id}`);
  await goListening(bob.page, `${harness.base}/rules`);
  await ada.page.getByRole("button", { name: "Invite" }).click();
  const toast = bob.page.locator(".toast", { hasText: "Ada lädt dich zu einer Partie ein" });
  await toast.getByRole("link").click();
  await harness.axe(ada.page, "an open table with somebody invited");
  await bob.page.getByRole("button", { name: "Platz nehmen" }).click();
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector(".game")));

  // What Bob writes, Ada reports from his name in the chat, and blocks him.
  await call(bob.page, "POST", `/tables/${id}/chat`, { text: "you are terrible" });
  await ada.page
    .getByRole("tab", { name: /Chat/ })
    .or(ada.page.getByRole("button", { name: /Chat/ }))
    .first()
    .click();
  await ada.page.getByRole("log").getByRole("link", { name: "Bob" }).click();
  await ada.page.getByRole("button", { name: "Report" }).click();
  await ada.page.getByLabel("What happened?").fill("He is rude.");
  await harness.axe(ada.page, "a report");
  await ada.page.getByRole("button", { name: "Send the report" }).click();
  await ada.page.getByText("Somebody will look at it.").waitFor();
  await ada.page.getByRole("button", { name: "Block", exact: true }).click();
  await ada.page.getByRole("button", { name: "Blocked" }).waitFor();
  assert.deepEqual(await call(ada.page, "GET", `/tables/${id}/chat`), []);
  await ada.page.goto(`${harness.base}/me`);
  await ada.page.getByRole("button", { name: "Remove Bob" }).last().waitFor();
  await harness.axe(ada.page, "one's page with people");
}

/** A moderator, made so by the test, finds the report with what was said, and times Bob out. */
export async function moderating(harness) {
  const eve = await somebody(harness, "Eve");
  const bob = await somebody(harness, "Bob", { viewport: PHONE, touch: true, settings: { lang: "de" } });
  const seats = [{ kind: "me" }, { kind: "open" }];
  const { id } = await call(bob.page, "POST", "/tables", { game: "stone-age", seats });
  await call(bob.page, "POST", `/tables/${id}/chat`, { text: "what a fool" });
  await call(eve.page, "POST", "/reports", { person: bob.id, table: id, reason: "chat", text: "Look." });
  const mod = await harness.person();
  await mod.goto(`${harness.base}/me`);
  assert.equal(
    (await call(mod, "POST", "/login", { login: "moderator", password: "three odd words" })).role,
    "moderator",
  );
  await mod.goto(`${harness.base}/moderation`);
  const card = mod.getByRole("article", { name: "Bob" });
  await card.getByText("what a fool").waitFor();
  await card.getByLabel("What to do").selectOption("timeout");
  await card.getByLabel(/^Reason/).fill("Be kind.");
  await harness.axe(mod, "the reports");
  await card.getByRole("button", { name: "Do it" }).click();
  await mod.getByText("There is nothing to settle.").waitFor();
  await mod.getByText(/Time out: Bob/).waitFor();
  await harness.axe(mod, "the log of what was done");
  await bob.page.reload();
  const warning = bob.page.getByRole("alert", { name: "Du hast eine Auszeit" });
  await warning.getByText("Be kind.").waitFor();
  await harness.axe(bob.page, "a time-out on a phone");
  await harness.noSideways(bob.page, "a time-out on a phone");
  await warning.getByRole("button", { name: "Ich habe es gelesen" }).click();
  await warning.waitFor({ state: "detached" });
  await bob.page.reload();
  await until("Bob's page is there", () => bob.page.getByRole("heading", { level: 1 }).count());
  assert.equal(await warning.count(), 0);
}
