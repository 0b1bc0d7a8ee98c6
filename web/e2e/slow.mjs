// How the client opens on a slow line: 50 kB/s, 300 ms, nothing kept from before.
import { strict as assert } from "node:assert";

const LINE = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** A page on the slow line, and all it asks for, with sockets. */
async function onSlowLine(harness) {
  const page = await harness.person();
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", LINE);
  const sent = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => sent.push(new URL(socket.url()).pathname));
  return { page, sent };
}

const play = (page, name) =>
  page.locator("article.card", { hasText: name }).locator(".button.primary").click();

/** Milliseconds to the first paint and the home page, and from a click to a table; what the table asked for. */
export async function slowLine(harness, name, pause = 2000) {
  const { page, sent } = await onSlowLine(harness);
  const home = await timed(() => page.goto(harness.base).then(() => page.waitForSelector("article")));
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  await page.waitForTimeout(pause);
  sent.length = 0;
  const table = await timed(async () => {
    await play(page, name);
    await page.waitForSelector(".game .board");
  });
  await page.waitForTimeout(2000);
  await page.context().close();
  return {
    first_paint_ms: Math.round(paint),
    home_ms: home,
    table_ms: table,
    asked_for_a_table: sent.filter((path) => /^.api.(tables.\w+|games)/.test(path)),
  };
}

/** However soon somebody clicks: nothing is asked twice, and a table takes one socket and one request. */
export async function opening(harness) {
  for (const name of ["Stone Age", "Hadara"]) {
    const { page, sent } = await onSlowLine(harness);
    await page.goto(harness.base);
    await page.waitForSelector("article");
    const first = sent.filter((path) => /^.api.(me|games)$/.test(path));
    assert.deepEqual(first.sort(), ["/api/games", "/api/me"], "asked once, before the scripts are there");
    sent.length = 0;
    await play(page, name);
    await page.waitForSelector(".game .board .num");
    await page.waitForSelector(".log li", { state: "attached" });
    const id = page.url().split("/").at(-1);
    assert.deepEqual(
      sent.filter((path) => path.startsWith("/api/") && path !== "/api/socket").sort(),
      ["/api/me", "/api/tables", `/api/tables/${id}/history`, `/api/tables/${id}/socket`],
      `${name}: a guest, a table, and one socket and one request to open it`,
    );
    await page.context().close();
  }
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}
