// People of Stone Age are dragged to their places, by mouse and by finger.
import { strict as assert } from "node:assert";
import { asked, PHONE, quick } from "./harness.mjs";

const centre = async (locator) => {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const ply = (page) => page.locator(".game").getAttribute("data-ply");
const free = (page) => page.locator(".own .people .draggable");
const later = (page, was) =>
  page.waitForFunction((before) => document.querySelector(".game").dataset.ply !== before, was);

/** People are dragged onto places with the mouse; clicks and keys do as before. */
export async function dragging(harness) {
  const page = await harness.person();
  await quick(harness, page, "Stone Age");
  await asked(page);
  const before = await ply(page);
  const idle = await free(page).count();
  const from = await centre(free(page).first());
  const to = await centre(page.locator(".place.tool_maker"));
  // Let go beside every place: nothing happens.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y, { steps: 4 });
  await page.waitForSelector(".drag-ghost");
  await page.mouse.up();
  await page.waitForSelector(".drag-ghost", { state: "detached" });
  assert.equal(await ply(page), before, "a person let go elsewhere stays at home");
  // Escape takes it back, also above a place.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.waitForSelector(".place.tool_maker.aimed");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".drag-ghost", { state: "detached" });
  await page.mouse.up();
  assert.equal(await ply(page), before, "Escape ends a drag");
  // A place for one: dropped is sent.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.waitForSelector(".place.tool_maker.aimed");
  await harness.axe(page, "dragging");
  await page.mouse.up();
  await later(page, before);
  await page.waitForSelector(".place.tool_maker .ring.taken");
  await asked(page);
  assert.equal(await free(page).count(), idle - 1);
  // A place for many: dropped asks how many.
  const start = await centre(free(page).first());
  const wood = await centre(page.locator(".place.hunt"));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(wood.x, wood.y, { steps: 6 });
  await page.waitForSelector(".place.hunt.aimed");
  await page.mouse.up();
  await page.waitForSelector('.picker [data-move="send hunt 2"]');
}

/** The same with a finger on a phone; a drag that begins beside people moves nobody. */
export async function draggingByTouch(harness) {
  const page = await harness.person({ viewport: PHONE, touch: true });
  await quick(harness, page, "Stone Age");
  await asked(page);
  const before = await ply(page);
  const hand = await page.context().newCDPSession(page);
  const touch = (type, at) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  const stroke = async (from, to) => {
    await touch("touchStart", from);
    for (let n = 1; n <= 8; n++)
      await touch("touchMove", {
        x: from.x + ((to.x - from.x) * n) / 8,
        y: from.y + ((to.y - from.y) * n) / 8,
      });
  };
  const to = await centre(page.locator(".place.tool_maker"));
  await stroke(await centre(page.locator(".own .chip").first()), to);
  assert.equal(await page.locator(".drag-ghost").count(), 0, "only people are dragged");
  await touch("touchEnd");
  assert.equal(await ply(page), before);
  await stroke(await centre(free(page).first()), to);
  await page.waitForSelector(".place.tool_maker.aimed");
  await touch("touchEnd");
  await later(page, before);
  await page.waitForSelector(".place.tool_maker .ring.taken");
}
