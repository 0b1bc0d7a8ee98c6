// Two or three people who stay together: leaving and coming back, taking back, playing again.
import assert from "node:assert/strict";
import { call, decide, dice, PHONE, until } from "./harness.mjs";

/** Ada and Bob at a table, Bob on a phone. */
async function seated(harness, game = "hadara") {
  const ada = await harness.person({ settings: { name: "Ada" } });
  await ada.goto(`${harness.base}/new?game=${game}`);
  await ada.waitForSelector(".seat");
  await ada.locator(".seat").nth(1).locator("select").first().selectOption("link");
  await ada.getByRole("button", { name: "Make the table" }).click();
  await ada.waitForSelector(".open-table");
  const link = await ada.locator(".address").textContent();
  const bob = await harness.person({ viewport: PHONE, touch: true });
  await bob.goto(link);
  await bob.locator("input[type=text]").first().fill("Bob");
  await bob.getByRole("button", { name: "Sit here" }).click();
  await Promise.all([ada.waitForSelector(".game"), bob.waitForSelector(".game")]);
  return { ada, bob, table: new URL(ada.url()).pathname.split("/").at(-1) };
}

/** Play a person's moves, any of them, until it is somebody else's turn; whether the game is over. */
const answerAll = (page, table) =>
  page.evaluate(async (id) => {
    const path = `/api/tables/${id}`;
    for (;;) {
      const { moves, over, seq } = await (await fetch(`${path}/view`)).json();
      if (over || !moves.length) return over;
      const body = JSON.stringify({ text: moves[0].text, seq });
      await fetch(`${path}/moves`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    }
  }, table);

/** Let people play a game of theirs to its end, the quickest way there is. */
export async function finish(people, table) {
  await until(
    "the end of the game",
    async () => (await Promise.all(people.map((page) => answerAll(page, table)))).some(Boolean),
    120000,
  );
}

const rematch = (page) => page.locator(".rematch").last();

/** One asks for another game, the other has a banner at the old table and joins with one tap. */
export async function playingAgain(harness) {
  const { ada, bob, table } = await seated(harness);
  const people = [ada, bob];
  for (const page of people) await page.goto(`${harness.base}/about`); // where no board is drawn with every move
  await finish(people, table);
  for (const page of people) await page.goto(`${harness.base}/t/${table}`);
  for (const page of people) await page.waitForSelector('.game[data-over="true"]');
  await ada.locator("dialog").getByRole("button", { name: "Play again" }).click();
  await ada.waitForSelector(".open-table");
  assert.match(await ada.locator(".seats").textContent(), /Bob\s*Guest\s*seat kept/);
  await harness.axe(ada, "an open table with a kept seat");
  await rematch(bob)
    .getByText(/would like to play again/)
    .waitFor();
  await harness.axe(bob, "a rematch in the score sheet");
  await harness.noSideways(bob, "a rematch on a phone");
  // The new table is among Bob's games, too.
  const home = await bob.context().newPage();
  harness.watch(home);
  await home.goto(harness.base + "/");
  const next = new URL(ada.url()).pathname.split("/").at(-1);
  await home.locator(`[data-table="${next}"]`, { hasText: "Your seat is kept" }).waitFor();
  await home.close();
  await rematch(bob).getByRole("button", { name: "Join the next game" }).click();
  await Promise.all([ada.waitForSelector(".game"), bob.waitForSelector(".game:not([data-over='true'])")]);
  assert.equal(new URL(bob.url()).pathname, `/t/${next}`);
  const seats = await ada.evaluate(
    async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seats,
    next,
  );
  assert.deepEqual(
    seats.map(({ kind, name }) => (kind === "bot" ? kind : name)),
    ["Bob", "Ada"],
  );
}

/** Leaving asks first, the other sees it, and one button leads back. */
export async function leaving(harness) {
  const { ada, bob } = await seated(harness);
  await reacting(harness, ada, bob);
  const seat = ada.locator(".side [data-presence]");
  const ask = async () => {
    await bob.getByRole("button", { name: "Menu" }).click();
    await bob.getByRole("button", { name: "Leave the game" }).click();
    await bob.getByRole("dialog", { name: "Leave the game?" }).waitFor();
  };
  await ask();
  await bob.getByText("A bot plays on for you.").waitFor();
  await harness.axe(bob, "leaving");
  await bob.getByRole("button", { name: "Stay" }).click();
  assert.notEqual(await seat.getAttribute("data-presence"), "left");
  await ask();
  await bob.getByRole("dialog").getByRole("button", { name: "Leave the game" }).click();
  await ada.getByText("Bob has left the game.").waitFor();
  await ada.locator('.side [data-presence="left"]').waitFor();
  await harness.axe(ada, "somebody has left");
  await harness.axe(bob, "having left");
  await harness.noSideways(bob, "a phone that has left");
  await bob.getByRole("button", { name: "Take my seat back" }).click();
  await ada.getByText("Bob is back.").waitFor();
  await ada.locator('.side [data-presence="left"]').waitFor({ state: "detached" });
  assert.equal(await bob.getByRole("button", { name: "Take my seat back" }).count(), 0);
  // Who only looks elsewhere is away, and keeps the seat.
  await bob.goto(harness.base + "/");
  await ada.locator('.side [data-presence="away"]').waitFor();
}

/** Ada on a laptop, Bob on a phone and in German, Cleo on a laptop: all at one table. */
async function three(harness) {
  const people = [
    await harness.person({ settings: { name: "Ada" } }),
    await harness.person({ viewport: PHONE, touch: true, settings: { name: "Bob", lang: "de" } }),
    await harness.person({ settings: { name: "Cleo" } }),
  ];
  for (const [seat, page] of people.entries()) {
    await page.goto(`${harness.base}/about`);
    await call(page, "POST", "/me", { name: ["Ada", "Bob", "Cleo"][seat] });
  }
  const seats = [{ kind: "me" }, { kind: "open" }, { kind: "open" }];
  const { id } = await call(people[0], "POST", "/tables", { game: "hadara", seats });
  for (const page of people.slice(1)) await call(page, "POST", `/tables/${id}/join`, {});
  return { people, table: id };
}

/** Everybody goes to a table. */
async function gather(harness, people, table, what = ".game") {
  for (const page of people) await page.goto(`${harness.base}/t/${table}`);
  for (const page of people) await page.waitForSelector(what);
}

/** One of three leaves and comes back, which both others see; then all three play again with a tap each. */
export async function threeTogether(harness) {
  const { people, table } = await three(harness);
  const [ada, bob, cleo] = people;
  await gather(harness, people, table);
  await bob.getByRole("button", { name: "Menü" }).tap();
  await bob.getByRole("button", { name: "Partie verlassen" }).tap();
  const asked = bob.getByRole("dialog", { name: "Die Partie verlassen?" });
  await asked.getByText("Ein Bot spielt für dich weiter.").waitFor();
  await harness.axe(bob, "one of three leaves");
  await asked.getByRole("button", { name: "Partie verlassen" }).tap();
  const others = [ada, cleo];
  await Promise.all(others.map((page) => page.getByText("Bob has left the game.").waitFor()));
  for (const page of others) {
    assert.equal(await page.locator('.side [data-presence="left"]').count(), 1, "one of the two others");
    await harness.axe(page, "one of three has left");
  }
  await harness.noSideways(bob, "a phone that has left a table of three");
  await bob.getByRole("button", { name: "Meinen Platz wieder einnehmen" }).tap();
  await Promise.all(others.map((page) => page.getByText("Bob is back.").waitFor()));
  for (const page of others)
    await page.locator('.side [data-presence="left"]').waitFor({ state: "detached" });

  for (const page of people) await page.goto(`${harness.base}/about`); // where no board is drawn with every move
  await finish(people, table);
  await gather(harness, people, table, '.game[data-over="true"]');
  await cleo.locator("dialog").getByRole("button", { name: "Play again" }).click();
  await cleo.waitForSelector(".open-table");
  const next = new URL(cleo.url()).pathname.split("/").at(-1);
  const kept = () => cleo.locator(".seats").getByText("seat kept").count();
  await until("both seats are kept", async () => (await kept()) === 2);
  await rematch(ada).getByText("Cleo would like to play again.").waitFor();
  await rematch(bob).getByText("Cleo möchte noch einmal spielen.").waitFor();
  await harness.axe(bob, "a rematch of three on a phone");
  await harness.noSideways(bob, "a rematch of three on a phone");
  // The first who comes waits with the one who asked for the third.
  await rematch(bob).getByRole("button", { name: "Mitspielen" }).tap();
  await bob.waitForSelector(".open-table");
  await until("one seat is kept", async () => (await kept()) === 1);
  await harness.axe(cleo, "an open table that waits for the third");
  await rematch(ada).getByRole("button", { name: "Join the next game" }).click();
  for (const page of people) await page.waitForSelector(".game:not([data-over='true'])");
  for (const page of people) assert.equal(new URL(page.url()).pathname, `/t/${next}`);
  const { seats } = await call(ada, "GET", `/tables/${next}`);
  assert.deepEqual(
    seats.map(({ name }) => name),
    ["Bob", "Cleo", "Ada"],
    "seats are kept, and the first player has moved on",
  );
}

/** Show the others at the table something, by clicking it. */
async function react(page, words) {
  await page.getByRole("button", { name: "React", exact: true }).click();
  await page.getByRole("button", { name: words }).click();
}

/** What one shows, the other sees where that person sits, hears politely, and may switch off. */
async function reacting(harness, ada, bob) {
  await ada.getByRole("button", { name: "React", exact: true }).click();
  await harness.axe(ada, "choosing a reaction");
  await ada.getByRole("button", { name: "Well played!" }).click();
  await bob.locator('.strip [data-reaction="bravo"]').waitFor();
  await harness.axe(bob, "a reaction on a phone");
  await harness.noSideways(bob, "a reaction on a phone");
  await bob.locator("[data-spoken]", { hasText: "Ada: Well played!" }).waitFor({ state: "attached" });
  await bob.getByRole("button", { name: "Menu" }).click();
  await bob.getByRole("switch", { name: "Show reactions of others" }).uncheck();
  await bob.keyboard.press("Escape");
  await react(ada, "Oops!");
  await react(bob, "Thank you!"); // His own he sees.
  await bob.locator('[data-reaction="thanks"]').waitFor();
  await ada.locator('.side [data-reaction="thanks"]').waitFor();
  assert.equal(await bob.locator("[data-spoken]", { hasText: "Oops!" }).count(), 0);
}

/** Prefers to send one person alone, so that everybody has another turn. */
const few = (text) => (/ 1$/.test(text) ? 1 : 0);

/** Who asks to take back sees how it stands and may withdraw; the other sees which move it is. */
export async function takingBack(harness) {
  const { ada, bob } = await seated(harness, "stone-age");
  const mine = '.game[data-asked="me"]';
  await Promise.race([ada, bob].map((page) => page.waitForSelector(mine)));
  const [first, second] = (await ada.locator(mine).count()) ? [ada, bob] : [bob, ada];
  const rng = dice(5);
  for (const page of [first, second]) {
    await page.waitForSelector(mine);
    await decide(page, few, rng);
  }
  await first.waitForSelector(mine);
  const ask = () => first.locator(".prompt").getByRole("button", { name: /Undo/ }).click();
  await ask();
  await first
    .locator(".asks")
    .getByText(/You have asked to take this back: .*sent/)
    .waitFor();
  await harness.axe(first, "asking to take back");
  await first.getByRole("button", { name: "Withdraw the request" }).click();
  for (const page of [first, second]) await page.locator(".asks").waitFor({ state: "detached" });
  await ask();
  await second
    .locator(".asks")
    .getByText(/would like to take this back: .*sent/)
    .waitFor();
  await harness.axe(second, "asked to take back");
  await harness.noSideways(second, "asked to take back");
  await second.locator(".asks").getByRole("button", { name: "Yes" }).click();
  // The log keeps a trace, also of what came after it.
  await ada.locator(".log del").first().waitFor();
  assert.ok((await ada.locator(".log del").count()) >= 2);
}
