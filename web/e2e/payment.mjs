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
}
