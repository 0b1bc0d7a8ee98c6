// Whole games, alone and together.
import { strict as assert } from "node:assert";
import { asked, call, decide, dice, PHONE, quick, until } from "./harness.mjs";
import { newest } from "./landscape.mjs";
import { playByNames } from "./names.mjs";

/** Ends a game of Stone Age soon: cards and buildings first, and paying rather than leaving. */
export const eager = (text) =>
  /^pay/.test(text)
    ? 5
    : /place card|visit card|send card/.test(text)
      ? 3
      : /building/.test(text)
        ? 2.5
        : /forest|hunt|clay/.test(text)
          ? 1.5
          : /leave|starve/.test(text)
            ? -1
            : 0;

/** What the names of Stone Age's buttons are worth to somebody who wants the end soon. */
const stoneAgeNames = (name) =>
  /^(Pay|Take)/.test(name)
    ? 5
    : /^(Send|Act)/.test(name)
      ? 4
      : /card\..*Open/.test(name)
        ? 3
        : /building\..*Open/.test(name)
          ? 2.5
          : /^(Forest|Hunt|Clay).*Open/.test(name)
            ? 1.5
            : /Open to you$|^Choose|resources? of/.test(name)
              ? 0.5
              : /^(Leave|Starve)/.test(name)
                ? 0
                : -1;

/** A whole game of Stone Age, by clicks at first and then by names; from the home page to the scores. */
export async function stoneAgeGame(harness) {
  const page = await harness.person();
  await quick(harness, page, "Stone Age");
  await asked(page);
  // Whoever has an account climbs the ladder against bots.
  const password = "three odd words";
  const { id } = await call(page, "POST", "/me/account", { login: `climber-${Date.now()}`, password });
  await harness.axe(page, "stone age, first decision");
  const rng = dice(7);
  for (let n = 0; n < 12; n++) {
    await asked(page);
    await decide(page, eager, rng);
  }
  await harness.axe(page, "stone age, later");
  await playByNames(page, stoneAgeNames, rng);
  await page.waitForSelector("dialog table tfoot");
  const totals = await page.locator("dialog tfoot tr:first-child td").allTextContents();
  assert.equal(totals.length, 2);
  assert.ok(
    totals.every((text) => /^−?\d+$/.test(text)),
    totals.join(),
  );
  assert.match(await page.locator("dialog .ending").textContent(), /over|last/, "why the game ended");
  assert.equal(await page.locator("dialog li.won").count(), 1, "and who has won");
  const changes = page.getByRole("region", { name: "Rating: Against bots" });
  await changes
    .getByText(/^1500 → \d+$/)
    .first()
    .waitFor();
  await harness.axe(page, "final scores");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Log" }).click();
  await newest(page, ".side .log");
  // Looking back, and playing on from there.
  await page.keyboard.press("Home");
  await page.waitForSelector(".pasted");
  await page.keyboard.press("ArrowRight");
  const position = page.locator(".scrubber input").first();
  await until("the next position", async () => (await position.inputValue()) === "1");
  await page.getByRole("button", { name: "Play on from here" }).first().click();
  await page.locator("dialog select").nth(1).selectOption("bot:casual");
  await harness.axe(page, "playing on");
  const before = page.url();
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForFunction(() => document.querySelector(".game")?.dataset.over === "false");
  await asked(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Goes on from position 1 of another game" }).waitFor();
  // The archive has the game; its replay begins at the beginning.
  await page.goto(harness.base + "/archive");
  await page.locator("a[data-table]").first().click();
  await page.waitForSelector(".pasted");
  assert.equal(await page.locator(".scrubber input").first().inputValue(), "0");
  await harness.axe(page, "a replay");
  await playersPage(harness, page, id);
}

/** Who has finished one game against bots has a page that says so. */
async function playersPage(harness, page, id) {
  await page.goto(`${harness.base}/people/${id}`);
  await page.getByRole("img", { name: "Rating over time: Against bots" }).waitFor();
  const parts = page.getByRole("table").filter({ hasText: "Hut builders" });
  assert.ok((await parts.getByRole("row").count()) > 3, "where the points come from");
  await page.getByRole("cell", { name: "1", exact: true }).first().waitFor();
  await page.getByText("As a table").click();
  await harness.axe(page, "a player's page with a game");
  await page.setViewportSize(PHONE);
  await harness.noSideways(page, "a player's page on a phone");
}

/** What the names of Hadara's buttons are worth. */
const hadaraNames = (name) =>
  /^(Buy|Integrate|Carve|Pay coins)/.test(name)
    ? 2
    : /^(Sell|Plunder|Remove|Put|Set the wheel|Side|Play)/.test(name)
      ? 1
      : /^(Pass|Done)/.test(name)
        ? 0
        : -1;

/** A whole game of Hadara by names alone. */
export async function hadaraGame(harness) {
  const page = await harness.person();
  await quick(harness, page, "Hadara");
  await asked(page);
  await harness.axe(page, "hadara, first decision");
  await playByNames(page, hadaraNames, dice(3));
  await page.waitForSelector("dialog table tfoot");
  await harness.axe(page, "hadara, final scores");
}

/** Two browsers at one table; one is cut off and comes back to the same game. */
export async function twoBrowsers(harness) {
  const ada = await harness.person();
  await ada.goto(harness.base + "/new?game=stone-age");
  await ada.waitForSelector(".seat");
  await ada.locator(".seat").nth(1).locator("select").first().selectOption("link");
  await ada.getByRole("button", { name: "Make the table" }).click();
  await ada.waitForSelector(".open-table");
  await harness.axe(ada, "an open table");
  const link = await ada.locator(".address").textContent();
  const bob = await harness.person({ viewport: PHONE, touch: true });
  await bob.goto(link);
  await bob.waitForSelector(".open-table");
  await bob.locator("input[type=text]").first().fill("Bob");
  await bob.getByRole("button", { name: "Sit here" }).click();
  // All seats are taken: the game begins by itself.
  await Promise.all([ada.waitForSelector(".game"), bob.waitForSelector(".game")]);
  await harness.noSideways(bob, "a phone at a table");
  const rng = dice(11);
  const turn = async () => ((await ada.locator('.game[data-asked="me"]').count()) ? ada : bob);
  for (let n = 0; n < 4; n++) {
    await Promise.race([ada, bob].map((page) => page.waitForSelector('.game[data-asked="me"]')));
    await decide(await turn(), eager, rng);
  }
  // Chat is heard.
  await ada.getByRole("tab", { name: /Chat/ }).click();
  await ada.getByPlaceholder("Say something").fill(`Good luck <b>! ${"n".repeat(99)}`);
  await ada.keyboard.press("Enter");
  await ada.getByText("Good luck <b>!").waitFor();
  assert.equal(await ada.$eval(".lines", (box) => box.scrollWidth - box.clientWidth), 0, "long words break");
  await ada.getByRole("tab", { name: /Log/ }).click();
  // Bob is cut off; the game goes on as far as it can; he comes back and sees the same.
  harness.cut = true;
  await bob.context().setOffline(true);
  await bob.evaluate(() => window.dispatchEvent(new Event("offline")));
  for (let n = 0; n < 3 && (await ada.locator('.game[data-asked="me"]').count()); n++)
    await decide(ada, eager, rng);
  await bob.context().setOffline(false);
  await bob.waitForFunction(
    (ply) => document.querySelector(".game")?.dataset.ply === ply,
    await ada.locator(".game").getAttribute("data-ply"),
    { timeout: 25000 },
  );
  harness.cut = false;
  await Promise.race([ada, bob].map((page) => page.waitForSelector('.game[data-asked="me"]')));
  await decide(await turn(), eager, rng);
}

/** Hot seat: two people, one screen; undo takes a placing back; confirm waits for a yes. */
export async function hotSeat(harness) {
  const page = await harness.person({
    settings: {
      lang: "en",
      sounds: false,
      confirm: true,
      quick: { game: "stone-age", players: 2, level: "novice" },
    },
  });
  await page.goto(harness.base + "/new?game=stone-age");
  await page.waitForSelector(".seat");
  await page.locator(".seat").nth(1).locator("select").first().selectOption("me");
  const names = page.locator(".seat input");
  await names.nth(0).fill("Ada");
  await names.nth(1).fill("Bob");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.waitForSelector('.game[data-asked="me"]');
  const ply = () => page.locator(".game").getAttribute("data-ply");
  const before = await ply();
  await page.locator(".place.tool_maker").click();
  await page.waitForSelector(".confirm");
  await harness.axe(page, "confirming");
  assert.equal(await ply(), before, "a chosen move waits for its confirmation");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".confirm", { state: "detached" });
  await page.locator(".place.tool_maker").click();
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelector(".game").dataset.ply !== was, before);
  await page.locator(".prompt .tools button", { hasText: "Undo" }).click();
  await page.waitForFunction((was) => document.querySelector(".game").dataset.ply === was, before);
  assert.equal(await page.locator(".place.tool_maker .ring.taken").count(), 0);
}

/** Somebody who only watches sees the board, and nothing to click. */
export async function spectator(harness) {
  const ada = await harness.person();
  await quick(harness, ada, "Stone Age");
  await asked(ada);
  const eve = await harness.person({ viewport: PHONE, touch: true });
  await eve.goto(ada.url());
  await eve.waitForSelector(".game");
  assert.equal(await eve.locator(".place.open").count(), 0);
  assert.equal(await eve.locator(".own").count(), 0);
  await harness.axe(eve, "watching");
  const before = await eve.locator(".game").getAttribute("data-ply");
  await decide(ada, eager, dice(2));
  await eve.waitForFunction((was) => document.querySelector(".game").dataset.ply !== was, before);
  // A spectator speaks under a name given on the spot; what is typed outlives the panel.
  await eve.getByRole("button", { name: "Log", exact: true }).click();
  await eve.getByPlaceholder("Say something").fill("Well played");
  await eve.getByRole("button", { name: "Close" }).click();
  await eve.getByRole("button", { name: "Log", exact: true }).click();
  assert.equal(await eve.getByPlaceholder("Say something").inputValue(), "Well played");
  await eve.getByLabel("Your name, to join in").fill("Eve");
  await harness.axe(eve, "a spectator who gives a name");
  await eve.getByRole("button", { name: "Send" }).click();
  await ada.getByRole("tab", { name: /Chat/ }).click();
  await ada.locator("p", { hasText: "Well played" }).waitFor(); // A reaction has the same name.
  const field = eve.getByPlaceholder("Say something");
  await until("what was said goes from the field", async () => (await field.inputValue()) === "");
}

/** The keys that places show now. */
const placeKeys = (page) =>
  page.$$eval(".place[data-key]", (nodes) => nodes.map((node) => [node.dataset.place, node.dataset.key]));

/** Keyboard only: from the home page through a round, the text board included. */
export async function keyboard(harness) {
  const page = await harness.person();
  await page.goto(harness.base + "/");
  await page.waitForSelector("article.card .primary");
  await page.keyboard.press("Tab");
  for (let n = 0; n < 40; n++) {
    const here = await page.evaluate(() => document.activeElement?.matches("article.card .primary"));
    if (here) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector(".game");
  const keys = {};
  for (let n = 0; n < 14; n++) {
    await asked(page);
    for (const [place, key] of await placeKeys(page)) assert.equal((keys[place] ??= key), key, place);
    const ply = await page.locator(".game").getAttribute("data-ply");
    const answered = async () => (await page.locator(".game").getAttribute("data-ply")) !== ply;
    for (let tries = 0; tries < 4 && !(await answered()); tries++) {
      const picking = await page.locator(".picker").count();
      const found = await page.evaluate(() => {
        const node = [
          ...document.querySelectorAll(
            ".picker [data-key], .ask [data-key]:not(:disabled), .place.open[data-key]",
          ),
        ].filter((each) => each.offsetParent)[0];
        const enter = document.querySelector('.ask [data-key="Enter"]:not(:disabled)');
        const chosen = enter ?? node;
        return chosen ? { key: chosen.dataset.key, move: !!chosen.dataset.move } : null;
      });
      if (!found)
        await until(
          "a key to press",
          async () => (await answered()) || (await page.locator("[data-key]").count()) > 0,
        );
      else {
        await page.keyboard.press(found.key);
        await until(
          "what the key does",
          async () =>
            (await answered()) ||
            (!found.move && (await page.locator(".picker, .ask [aria-pressed=true]").count()) > picking),
          20000,
        );
      }
    }
    assert.ok(await answered(), "a key plays a move");
  }
  await asked(page);
  await until("the turn is told, after the news", async () => {
    const spoken = await page.locator("[data-spoken] p").allTextContents();
    return /^Your turn/.test(spoken.at(-1)) && spoken.some((line) => !/^Your turn/.test(line));
  });
  await page.keyboard.press("b");
  await page.waitForSelector("dialog .text");
  await harness.axe(page, "the board as text");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("?");
  await page.waitForSelector("dialog kbd");
  await page.keyboard.press("Escape");
}
