// Tools and payments of Stone Age, on a laptop and on a phone.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { LAPTOP, PHONE, until } from "./harness.mjs";

const HOME = new URL("../src/boards/", import.meta.url);
const RECORD = readFileSync(new URL("stone-age/lesson.cradle", HOME), "utf8");
const PLAYS = JSON.parse(readFileSync(new URL("stone-age/lesson.json", HOME), "utf8")).plays;
/** The ply at which the pupil of the lesson is asked this, and answers so. */
const ply = (step) => PLAYS.find((play) => play.by === 0 && play.step.kind === step).ply;

/** A table of one's own that stands at a ply of the lesson's record. */
async function standing(harness, page, at) {
  const post = async (path, data) =>
    (
      await page.request.post(`${harness.base}/api${path}`, { data, headers: { origin: harness.base } })
    ).json();
  await post("/me", { name: "Ada" });
  const { id } = await post("/records", { text: RECORD });
  const table = await post(`/tables/${id}/what-if`, { ply: at });
  await page.goto(`${harness.base}/t/${table.id}`);
  await page.waitForSelector('.game[data-asked="me"]');
}

/** The controls of a decision lie above no card and no building. */
async function uncovered(page, where) {
  const [panel, things] = await page.evaluate(() => {
    const box = (node) => node.getBoundingClientRect();
    return [
      box(document.querySelector(".ask > *")).bottom,
      [...document.querySelectorAll(".place.lot")].map((node) => box(node).top),
    ];
  });
  assert.ok(
    panel <= Math.min(...things),
    `the panel covers cards at ${where}: ${panel} > ${Math.min(...things)}`,
  );
}

/** Tools and payments: what the server foretells is shown, comes true, and covers no card, at every size. */
export async function paying(harness) {
  const SIZES = [
    LAPTOP,
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    PHONE,
    { width: 360, height: 640 },
  ];
  const page = await harness.person();
  await standing(harness, page, ply("add-tools"));
  const take = page.locator(".ask .take");
  await until("the server foretells the roll", async () => /2 wood/.test(await take.innerText()));
  assert.equal(
    await page
      .locator(".ask .tool .brings")
      .first()
      .innerText()
      .then((text) => text.replace(/\D/g, "")),
    "3",
    "what the tool would bring",
  );
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await uncovered(page, `tools, ${size.width}`);
    await harness.noSideways(page, `tools, ${size.width}`);
  }
  await page.setViewportSize(LAPTOP);
  await page.locator(".ask .tool").first().click();
  await until("with the tool", async () => /3 wood/.test(await take.innerText()));
  await harness.axe(page, "tools");
  await take.click();
  await page.getByText("gained 3 wood").first().waitFor();
  await standing(harness, page, ply("buy-building"));
  await until("the server foretells the points", async () =>
    /10/.test(await page.locator(".ask .state").innerText()),
  );
  await page.getByText("2 wood, 1 clay → 10").first().waitFor();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await uncovered(page, `paying, ${size.width}`);
    await harness.noSideways(page, `paying, ${size.width}`);
  }
  await harness.axe(page, "paying");
  await page.setViewportSize(LAPTOP);
  await byKeys(harness, page);
  await foretold(page, page.locator(".ask [data-key=Enter]"), /points \+10/);
}

/** Somebody else comes and looks on, of which the table tells. */
async function lookedAt(harness, page) {
  const watchers = page.locator(".bar .watch");
  const other = await harness.person();
  await other.goto(page.url());
  await watchers.waitFor();
  await other.context().close();
  await watchers.waitFor({ state: "detached" });
}

/** A good has the key of the place where it comes from; with Shift it is one less. */
async function byKeys(harness, page) {
  const pay = page.locator(".ask [data-key=Enter]");
  const wood = page.locator(".ask .stepper .value").first();
  assert.equal(await wood.innerText(), "2");
  for (const [key, left, may] of [
    ["Shift+F", "1", false],
    ["f", "2", true],
  ]) {
    await page.keyboard.press(key);
    await until(`${key} pays ${left} wood`, async () => (await wood.innerText()) === left);
    assert.equal(await pay.isEnabled(), may);
    await lookedAt(harness, page);
    assert.equal(await wood.innerText(), left, "who looks on changes nothing");
  }
  const shown = await page.locator(".ask .stepper .key").allInnerTexts();
  assert.deepEqual(shown, ["⇧F", "F", "⇧C", "C", "⇧Q", "Q", "⇧R", "R"]);
}

/** Who looks at a move, by mouse or by keys, sees and hears what it leads to; nothing moves. */
export async function foretold(page, move, words) {
  const said = page.locator(".prompt .then .hide");
  const told = () => until(`${words}`, async () => words.test(await said.innerText()));
  const boxes = () =>
    page.$$eval(".board, .prompt, .dock", (nodes) =>
      nodes.map((node) => JSON.stringify(node.getBoundingClientRect())),
    );
  const before = await boxes();
  await move.hover();
  await told();
  assert.deepEqual(await boxes(), before, "nothing moves");
  await page.mouse.move(0, 0);
  await until("nobody looks", async () => (await said.innerText()) === "");
  await page.keyboard.press("Tab"); // The focus is shown from now on.
  await move.focus();
  await told();
}
