// After a game: its curve, the way from a turning point to the board, and a better move shown there.
import { strict as assert } from "node:assert";
import { LAPTOP, PHONE, until } from "./harness.mjs";

/**
 * A game in one hand, played by the first or the last move there is, the quickest way there is: to its end, or
 * until it is broken off after so many answers.
 */
export async function finish(page, game, answers = 1000) {
  const play = async ([game, answers]) => {
    const call = async (path, body) => {
      const sent = { method: "POST", headers: { "Content-Type": "application/json" } };
      const answer = await fetch(`/api${path}`, body ? { ...sent, body: JSON.stringify(body) } : {});
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const seats = [{ kind: "me" }, { kind: "me" }];
    const dice = { ticket: (await call("/dice", {})).ticket, salt: "pinch" };
    const { id } = await call("/tables", { game, seats, visibility: "link", pace: { kind: "none" }, dice });
    for (let n = 0; n < answers; n++) {
      const seat = (await call(`/tables/${id}`)).asked[0];
      if (seat === undefined) return id;
      const { moves, seq } = await call(`/tables/${id}/view?seat=${seat}`);
      await call(`/tables/${id}/moves`, { seat, seq, text: moves.at(n % 3 ? -1 : 0).text });
    }
    await call(`/tables/${id}/close`, {});
    return id;
  };
  return page.evaluate(play, [game, answers]);
}

const position = async (page) => (await page.locator(".prompt h2").textContent()).match(/\d+/)?.[0];

/** One's own page with many judged games, and one that is still being judged. */
async function own(harness, page, where) {
  const seat = { start: 0.5, own: -0.4, others: 0.3, drawn: 0.1, unforeseen: -0.5, result: 0 };
  const kinds = [
    { kind: "take-colony", decisions: 4, mistakes: 1, cost: 0.3 },
    { kind: "lay-one", decisions: 16, mistakes: 0, cost: 0.1 },
  ];
  const games = Array.from({ length: 45 }, (_, n) => {
    const summary = {
      ...seat,
      result: n % 2,
      accuracy: 0.4 + n / 100,
      decisions: 20,
      mistakes: n % 3,
      kinds,
    };
    const about = { table: `t${n}`, game: "hadara", seats: 2, seat: 0, over_at: 1.79e12 - n * 864e5 };
    return { ...about, summary: n ? summary : null };
  });
  await page.route("**/api/me/analyses*", (route) => route.fulfill({ json: { games, more: false } }));
  await page.goto(`${harness.base}/me`);
  await page.locator(".own .kinds li", { hasText: "Colonies" }).waitFor();
  assert.match(await page.locator(".own .kinds li").first().textContent(), /Colonies.*−30%/);
  assert.match(await page.locator(".own dl").first().textContent(), /44.*50%.*63%.*−40%.*−40%/);
  assert.match(await page.locator(".own [role=status]").textContent(), /1 game is still being judged/);
  await harness.axe(page, `own games on a ${where}`);
  await harness.noSideways(page, `own games on a ${where}`);
}

async function lookBack(harness, page, table, where) {
  await page.goto(`${harness.base}/t/${table}`);
  await page.locator("dialog .after .button", { hasText: "Analysis" }).click();
  await page.locator(".curve path.line").first().waitFor({ timeout: 120000 });
  await page.locator(".costliest .told").first().waitFor();
  const told = await page.locator(".costliest .told").count();
  const boards = page.locator(".costliest [role=img] .board > *:visible");
  await until("a small board beside each decision", async () => (await boards.count()) >= told);
  const label = await page.locator(".costliest [role=img]").first().getAttribute("aria-label");
  assert.ok(
    (await page.locator(".costliest .better").first().textContent()).endsWith(
      label.split(": ").slice(1).join(": "),
    ),
  );
  for (const words of await page.locator(".made, .better").allInnerTexts())
    assert.doesNotMatch(words, /\d-\d\d/, `cards are named by what they show: ${words}`);
  await harness.axe(page, `the analysis on a ${where}`);
  await harness.noSideways(page, `the analysis on a ${where}`);
  const turn = page.locator(".turns button").first();
  const ply = (await turn.textContent()).match(/move (\d+)/)[1];
  await turn.click();
  await until("the board at the turning point", async () => (await position(page)) === ply);
  if (where === "laptop") await page.locator(".log .mark").first().waitFor();
  await page.locator(".prompt .button", { hasText: "Analysis" }).click();
  await page.locator(".costliest .button", { hasText: "Show the board" }).first().click();
  await page.locator(".dock .told", { hasText: "Better:" }).first().waitFor();
  await harness.axe(page, `a better move on a ${where}`);
  await harness.noSideways(page, `a better move on a ${where}`);
  await page.locator(".prompt .button", { hasText: "Analysis" }).click();
  await page.locator(".curve").waitFor();
  await own(harness, page, where);
}

/** One game, judged once, and looked back at on a laptop and on a phone. */
export async function analysis(harness) {
  const settings = { name: "Ada" };
  const laptop = await harness.person({ viewport: LAPTOP, settings });
  await laptop.goto(harness.base + "/");
  await laptop.locator("article.card").first().locator(".button.primary").click(); // to be somebody
  await laptop.waitForSelector(".game");
  const table = await finish(laptop, "hadara");
  await lookBack(harness, laptop, table, "laptop");
  const phone = await harness.person({ viewport: PHONE, touch: true, settings });
  await phone.context().addCookies(await laptop.context().cookies());
  await lookBack(harness, phone, table, "phone");
}
