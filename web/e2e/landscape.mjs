// A phone on its side.
import { strict as assert } from "node:assert";
import { asked, decide, dice, quick, until } from "./harness.mjs";

const SIDE = { width: 844, height: 390 };

/** The newest line of a log is in sight. */
export const newest = (page, log) =>
  until("the log shows the newest", () =>
    page.evaluate((log) => {
      const box = document.querySelector(log);
      return !!box && box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    }, log),
  );

/** One screen for both games: the board keeps nearly all of the height, and whatever is asked can be answered. */
export async function onItsSide(harness) {
  for (const [name, prefer] of [
    ["Stone Age", (text) => (/forest|hunt|clay/.test(text) ? 1 : 0)],
    ["Hadara", (text) => (/buy|integrate|carve/.test(text) ? 1 : 0)],
  ]) {
    const page = await harness.person({ viewport: SIDE, touch: true });
    await quick(harness, page, name);
    const rng = dice(6);
    for (let n = 0; n < 8; n++) {
      await asked(page);
      const where = `${name} on its side, decision ${n}`;
      await harness.noSideways(page, where);
      const { tall, board, low } = await page.evaluate(() => {
        const box = document.querySelector(".board").getBoundingClientRect();
        return {
          tall: document.documentElement.scrollHeight - innerHeight,
          board: box.height,
          low: box.bottom - innerHeight,
        };
      });
      assert.ok(tall <= 0 && low <= 0, `${where}: one screen, but ${Math.max(tall, low)}px taller`);
      assert.ok(board >= 300, `${where}: a board of ${board}px`);
      if (n % 4 === 0) await harness.axe(page, where);
      assert.ok(await decide(page, prefer, rng), `${where}: nothing to click`);
    }
    await page.getByRole("button", { name: "Log" }).tap();
    await newest(page, "dialog .log");
    await page.context().close();
  }
}
