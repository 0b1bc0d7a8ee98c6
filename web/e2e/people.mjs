// People who don't know each other yet: looking for players, and games to watch.
import assert from "node:assert/strict";
import { PHONE } from "./harness.mjs";

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
