// The installed client without a connection, and a server that goes away and comes back.
import { strict as assert } from "node:assert";
import { asked, call, decide, dice, quick, until } from "./harness.mjs";
import { Mirror } from "./mirror.mjs";

/** Runs a scenario with the server behind a mirror that can go down. */
export async function mirrored(harness, scenario) {
  const mirror = new Mirror(harness.base);
  const base = harness.base;
  await mirror.open();
  harness.base = mirror.base;
  try {
    await scenario(mirror);
  } finally {
    harness.base = base;
    mirror.close();
  }
}
const kept = (page) =>
  page.evaluate(async () => {
    const found = {};
    for (const name of await caches.keys())
      found[name] = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
    return found;
  });
export const governed = (page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Installed: the shell stands without a server and says so; a new build replaces the old one; answers are never kept. */
export async function installed(harness) {
  await mirrored(harness, async (mirror) => {
    const page = await harness.person({ worker: true });
    await page.goto(mirror.base);
    await page.waitForSelector("article");
    await governed(page);
    const manifest = await page.evaluate(async () =>
      (await fetch(document.querySelector("link[rel=manifest]").href)).json(),
    );
    assert.equal(manifest.display, "standalone");
    for (const icon of manifest.icons)
      assert.equal((await page.request.get(mirror.base + icon.src)).status(), 200, icon.src);
    await page.goto(`${mirror.base}/rules/stone-age`);
    await page.waitForSelector("main h1");
    const [name, ...others] = Object.keys(await kept(page));
    assert.ok(name && !others.length, "one cache a build");
    // Without a server: the shell, in words that say what is missing, and lessons.
    harness.cut = true;
    mirror.cut(true);
    await page.goto(`${mirror.base}/`);
    await page.waitForSelector("article");
    await page.getByText("No connection.").waitFor();
    await harness.axe(page, "offline");
    assert.equal(
      await page.evaluate(() =>
        fetch("/api/about").then(
          () => "answered",
          () => "refused",
        ),
      ),
      "refused",
      "answers are never kept",
    );
    await page.goto(`${mirror.base}/learn/stone-age`);
    await page.waitForSelector(".lesson");
    await page.goto(`${mirror.base}/about`);
    await page.getByText("No connection.").waitFor();
    mirror.cut(false);
    await page.getByText("No connection.").waitFor({ state: "detached" });
    // The page of a game waits, and comes by itself when the server is back.
    await quick(harness, page, "Stone Age");
    const table = page.url();
    mirror.cut(true);
    await page.goto(table);
    await page.getByText("Connection lost").waitFor();
    mirror.cut(false);
    await page.waitForSelector(".game");
    harness.cut = false;
    // A new build: the next page is the new one, and nothing of the old one stays.
    mirror.newer = true;
    await page.goto(mirror.base);
    await page.waitForSelector("article");
    assert.match(
      await page.evaluate(() => document.querySelector("script[type=module]").src),
      /newer-/,
      "the new script at once",
    );
    // Looking into a cache that has just gone would make it anew: only its name is asked for.
    await until("the old cache goes", () => page.evaluate(async (name) => !(await caches.has(name)), name));
    const after = await kept(page);
    assert.deepEqual(Object.keys(after).length, 1);
    for (const paths of Object.values(after)) {
      assert.ok(!paths.some((path) => path.startsWith("/api")), "no answer of the server is kept");
      assert.ok(
        !paths.some((path) => path.startsWith("/assets/index-") && path.endsWith(".js")),
        `no script of the old build is kept: ${paths.join(" ")}`,
      );
    }
  });
}

/** The server goes down in the middle of a game and comes back: the page says so, and goes on by itself. */
export async function restarted(harness) {
  await mirrored(harness, async (mirror) => {
    const page = await harness.person();
    await quick(harness, page, "Stone Age");
    await asked(page);
    const rng = dice(6);
    await decide(page, () => 0, rng);
    await asked(page);
    const before = await page.locator(".game").getAttribute("data-ply");
    harness.cut = true;
    mirror.cut(true);
    await page.waitForSelector(".lost");
    await harness.axe(page, "connection lost");
    // So is what is written down meanwhile.
    const tab = (name) => page.getByRole("tab", { name }).click();
    const notes = `/tables/${new URL(page.url()).pathname.split("/").at(-1)}/notes`;
    const written = async () => (await call(page, "GET", notes)).text;
    await tab("Notes");
    await page.locator(".notes textarea").fill("hunt early");
    await page.getByText("The text is kept in this browser.").waitFor();
    await tab("Log");
    // A move made now is kept and sent once the server is back.
    await page.locator(".place.hunt").click();
    await page.locator('.picker [data-move="send hunt 1"]').click();
    mirror.cut(false);
    await page.waitForSelector(".lost", { state: "detached" });
    await page.waitForFunction((was) => document.querySelector(".game").dataset.ply !== was, before);
    await until("the notes are saved", async () => (await written()) === "hunt early");
    await tab("Notes");
    await page.locator(".notes textarea").fill("then wood");
    await page.goto(page.url().replace(/\/t\/.*/, "/about"));
    await until("notes are saved by whoever leaves", async () => (await written()) === "then wood");
    await page.goBack();
    await asked(page);
    harness.cut = false;
    // Two pages of the same seat: both show the same, whichever makes the move.
    const other = await page.context().newPage();
    harness.watch(other);
    await other.goto(page.url());
    await asked(page);
    await asked(other);
    const ply = await other.locator(".game").getAttribute("data-ply");
    assert.ok(await decide(other, (text) => (/hunt/.test(text) ? 1 : 0), rng));
    await page.waitForFunction((was) => document.querySelector(".game").dataset.ply !== was, ply);
    const [one, two] = await Promise.all(
      [page, other].map(async (each) => (await asked(each), each.locator(".game").getAttribute("data-ply"))),
    );
    assert.equal(one, two);
  });
}
