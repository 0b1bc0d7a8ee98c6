// How the client opens on a slow line: 50 kB/s, 300 ms, nothing kept from before.

const LINE = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Milliseconds to the first paint and the home page, and from a click to a table; what the table asked for. */
export async function slowLine(harness, name) {
  const page = await harness.person();
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", LINE);
  const sent = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => sent.push(new URL(socket.url()).pathname));
  const home = await timed(() => page.goto(harness.base).then(() => page.waitForSelector("article")));
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  await page.waitForTimeout(2000);
  sent.length = 0;
  const table = await timed(async () => {
    await page.locator("article.card", { hasText: name }).locator(".button.primary").click();
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

async function timed(work) {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}
