// Plans: laid down on a laptop while the other thinks on a phone and in German, played, withdrawn and dropped.
import assert from "node:assert/strict";
import { call, PHONE, until } from "./harness.mjs";

/** Two people at a table, both looking at it. */
async function together(harness) {
  const ada = await harness.person({ settings: { name: "Ada" } });
  const bob = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Bob", lang: "de" } });
  for (const page of [ada, bob]) await page.goto(`${harness.base}/about`);
  await call(ada, "POST", "/me", { name: "Ada" });
  await call(bob, "POST", "/me", { name: "Bob" });
  const wish = { game: "stone-age", seats: [{ kind: "me" }, { kind: "open" }] };
  const { id } = await call(ada, "POST", "/tables", wish);
  await call(bob, "POST", `/tables/${id}/join`, {});
  for (const page of [ada, bob]) await page.goto(`${harness.base}/t/${id}`);
  for (const page of [ada, bob]) await page.waitForSelector(".game[data-asked]");
  return { ada, bob, id };
}

export async function planning(harness) {
  const { ada, bob, id } = await together(harness);
  const moves = async (page) => (await call(page, "GET", `/tables/${id}/view`)).moves.map(({ text }) => text);
  const play = (page, text) => call(page, "POST", `/tables/${id}/moves`, { text });
  const plans = async (page) => (await call(page, "GET", `/tables/${id}/plan`)).plans;
  /** Let the other hunt until it is this one's turn. */
  const turnOf = async (page, other) => {
    while (!(await moves(page)).length) await play(other, "send hunt 1");
    await page.waitForSelector('.game[data-asked="me"]');
  };

  // Ada answers, and plans the next answer; Bob's answer brings it about.
  await turnOf(ada, bob);
  assert.ok((await moves(ada)).includes("send hut 2"));
  await play(ada, "send hunt 1");
  await ada.getByRole("button", { name: "Plan ahead" }).click();
  const sheet = ada.getByRole("dialog", { name: "Plan ahead" });
  await harness.axe(ada, "the making of a plan");
  for (const text of ["send hut 2", "send field 1"]) {
    await sheet.getByLabel("Move").selectOption(text);
    await sheet.getByRole("button", { name: "Add to the plan" }).click();
    await sheet
      .getByRole("listitem")
      .filter({ hasText: text.includes("hut") ? /hut/i : /field/i })
      .waitFor();
  }
  await ada.keyboard.press("Escape");
  assert.deepEqual((await plans(ada))[0].answers, ["send hut 2", "send field 1"]);
  await ada.getByRole("button", { name: "Withdraw the plan" }).waitFor();
  await harness.axe(ada, "a table with a plan");
  // Whoever loads the page anew still sees it in words, and may change it.
  await ada.reload();
  await ada.getByRole("list", { name: "Your plan" }).getByText("Send 2 people to the hut").waitFor();
  await ada.getByRole("button", { name: "Plan ahead" }).waitFor();
  await ada.getByRole("button", { name: "Withdraw the plan" }).waitFor();
  await play(bob, "send hut 2");
  await until("the plan is played", async () => (await plans(ada)).length === 0);
  await turnOf(bob, ada);
  const { entries } = await call(ada, "GET", `/tables/${id}/history`);
  assert.match(JSON.stringify(entries.at(-1)), /field/);
  await ada.getByRole("button", { name: "Withdraw the plan" }).waitFor({ state: "detached" });

  // Bob's doesn't fit any more; one that does is withdrawn.
  await play(bob, (await moves(bob))[0]);
  await bob.getByRole("button", { name: "Vorausplanen" }).tap();
  const german = bob.getByRole("dialog", { name: "Vorausplanen" });
  await german.getByLabel("Zug").selectOption("send river 1");
  await german.getByRole("button", { name: "In den Plan" }).tap();
  await german.getByRole("listitem").waitFor();
  await bob.keyboard.press("Escape");
  await harness.noSideways(bob, "a table with a plan");
  await play(ada, "send river 1");
  await bob.getByText("Dein Plan passt nicht mehr").waitFor();
  await harness.axe(bob, "a plan that was dropped, on a phone");
  await bob.getByRole("button", { name: "Verstanden" }).tap();
  await until("nothing is left of it", async () => (await plans(bob)).length === 0);
  await play(bob, (await moves(bob))[0]);
  await bob.getByRole("button", { name: "Vorausplanen" }).tap();
  await german.getByRole("button", { name: "In den Plan" }).tap();
  await german.getByRole("listitem").waitFor();
  await bob.keyboard.press("Escape");
  await bob.getByRole("button", { name: "Plan verwerfen" }).tap();
  await until("it is withdrawn", async () => (await plans(bob)).length === 0);
}
