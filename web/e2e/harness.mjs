// What every scenario needs: a browser, a page that fails on any console error or foreign request, and axe.
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export class Harness {
  constructor(base, browser = undefined) {
    this.base = base;
    this.browser = browser;
    this.problems = [];
    /** Whom else pages may ask, by the beginnings of addresses. */
    this.others = [];
    /** Whether pages lose the server now, or ask for what it refuses: browsers call both errors. */
    this.cut = this.refused = false;
  }
  /** Start a browser, unless there is one. */
  async open() {
    if (this.browser?.isConnected()) return;
    this.browser = await chromium.launch({
      executablePath: process.env.CRADLE_CHROMIUM ?? "/usr/bin/chromium",
      args: FLAGS,
    });
  }
  /** Nothing of these people stays, but the browser. */
  async forget() {
    await Promise.all(this.browser?.contexts().map((context) => context.close()) ?? []);
  }
  async close() {
    await this.browser?.close();
  }
  /** A new person with their own cookies. Animations are off unless asked for. */
  async person({
    viewport = LAPTOP,
    dark = false,
    motion = false,
    touch = false,
    worker = false,
    settings = {},
  } = {}) {
    const context = await this.browser.newContext({
      viewport,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: motion ? "no-preference" : "reduce",
      hasTouch: touch,
      locale: "en-GB",
      serviceWorkers: worker ? "allow" : "block",
    });
    await context.addInitScript(
      (kept) => {
        if (!localStorage.getItem("cradle.settings"))
          localStorage.setItem("cradle.settings", JSON.stringify(kept));
      },
      { lang: "en", sounds: false, quick: { game: "stone-age", players: 2, level: "novice" }, ...settings },
    );
    const page = await context.newPage();
    this.watch(page);
    return page;
  }
  /** Whatever a page complains about, or asks of strangers, is a problem. */
  watch(page) {
    page.setDefaultTimeout(30000);
    page.on("console", (message) => {
      const expected =
        (this.cut && /net::ERR_|WebSocket connection/.test(message.text())) ||
        (this.refused && /status of 40[34]/.test(message.text()));
      if (message.type() === "error" && !expected) this.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.problems.push(`page: ${error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      if (
        !/^(data|blob):/.test(url) &&
        ![this.base, this.base.replace("http", "ws"), ...this.others].some((known) => url.startsWith(known))
      )
        this.problems.push(`foreign request: ${url}`);
    });
  }
  /** Nothing that axe finds may stay; WCAG 2.2 AA and best practices. */
  async axe(page, where) {
    await page
      .waitForFunction(() => document.querySelector("main") && document.querySelector("h1"), undefined, {
        timeout: 10000,
      })
      .catch(() => undefined); // A page that never gets them is for axe to tell.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const result = await window.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        resultTypes: ["violations"],
      });
      return result.violations.map(
        (v) =>
          `${v.id}: ${v.help} (${v.nodes.length}×) ${v.nodes
            .slice(0, 3)
            .map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? ""))
            .join(" | ")}`,
      );
    });
    for (const each of found) this.problems.push(`axe at ${where}: ${each}`);
  }
  async noSideways(page, where) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) this.problems.push(`${where} scrolls sideways by ${wide}px`);
  }
  done() {
    if (this.problems.length) throw new Error([...new Set(this.problems)].join("\n"));
  }
}

export const game = (page) => page.locator(".game");
export const asked = (page) =>
  page.waitForSelector('.game[data-asked="me"], .game[data-over="true"]', { timeout: 60000 });
export const over = (page) => page.evaluate(() => document.querySelector(".game")?.dataset.over === "true");

/** Call the server as whoever a page belongs to. */
export const call = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) });
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body],
  );

/** Wait until something asked of a page becomes true. */
export async function until(what, true_, patience = 30000) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((go) => setTimeout(go, 50)))
    if (await true_()) return;
  throw new Error(`never: ${what}`);
}

/** Go to a page, and wait until the server speaks to it (not to the page before): news is heard from now on. */
export async function goListening(page, address) {
  let heard = false;
  page.on("websocket", (socket) =>
    socket.on("framereceived", () => {
      heard ||= page.url() === address;
    }),
  );
  await page.goto(address);
  await until("the server speaks to the page", () => heard);
}

/** From the home page into a game against bots: one click. */
export async function quick(harness, page, name) {
  await page.goto(harness.base + "/");
  await page.locator("article.card", { hasText: name }).locator(".button.primary").click();
  await page.waitForSelector(".game");
}

/** Sit down with so many bots. */
export const sit = (page, game, bots = 2, options = {}) =>
  page.evaluate(
    async ({ game, bots, options }) => {
      const post = async (path, body) => {
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
        return answer.json();
      };
      const dice = { ticket: (await post("/dice", {})).ticket, salt: "pinch" };
      const seats = [{ kind: "me" }, ...Array(bots).fill({ kind: "bot", level: "novice" })];
      const table = { game, options, seats, visibility: "link", pace: { kind: "none" }, dice };
      return (await post("/tables", table)).id;
    },
    { game, bots, options },
  );

/** What can be clicked to play now: buttons that carry a move, and places that open a picker. */
const MOVES = '.game [data-move]:not([disabled]):not([aria-disabled="true"])';
const PLACES = ".game .place.open";
const ply = (page) => page.evaluate(() => document.querySelector(".game").dataset.ply);
/** How long a server may take to answer a move, on a machine that has much else to do. */
const PATIENCE = 20000;

/** Everything that can be clicked now, each marked so that it can be found again. */
async function offers(page) {
  return page.evaluate(
    ([moves, places]) => {
      const seen = (node) => node.offsetParent !== null && node.checkVisibility(); // not in closed details
      document.querySelectorAll("[data-e2e]").forEach((node) => delete node.dataset.e2e);
      const picker = [...document.querySelectorAll(".picker [data-move]")].filter(seen);
      const all = (
        picker.length ? picker : [...document.querySelectorAll(moves), ...document.querySelectorAll(places)]
      ).filter(seen);
      if (!all.length)
        all.push(
          ...[...document.querySelectorAll('.ask [aria-pressed="false"]:not([disabled])')].filter(seen),
        );
      const kind = (node) => (node.dataset.move ? "move" : node.dataset.place ? "place" : "switch");
      return [...new Set(all)].map(
        (node, i) => (
          (node.dataset.e2e = String(i)),
          { i, kind: kind(node), text: node.dataset.move ?? `place ${node.dataset.place}` }
        ),
      );
    },
    [MOVES, PLACES],
  );
}

/** Make one decision by clicking what a person would click; `prefer` orders the texts of moves. */
export async function decide(page, prefer = () => 0, rng = Math.random) {
  const before = await ply(page);
  const answered = async () => (await ply(page)) !== before;
  for (let tries = 0; tries < 8; tries++) {
    const found = await offers(page);
    if (!found.length) {
      // Nothing yet: the question has changed, or is just being drawn.
      await until(
        "something to click",
        async () => (await answered()) || (await offers(page)).length > 0,
        5000,
      ).catch(() => undefined);
      if (await answered()) return true;
      continue;
    }
    const best = found
      .map((each) => ({ ...each, rank: prefer(each.text) + rng() * 0.9 }))
      .sort((a, b) => b.rank - a.rank)[0];
    const clicked = await page
      .locator(`[data-e2e="${best.i}"]`)
      .first()
      .click({ timeout: 10000 })
      .then(
        () => true,
        () => false,
      );
    if (!clicked || best.kind === "switch") continue; // redrawn meanwhile, or a switch such as a tool: look again
    const picking = () => page.locator(".picker").count();
    await until(
      "an answer",
      async () => (await answered()) || (best.kind === "place" && (await picking()) > 0),
      PATIENCE,
    ).catch(() => undefined);
    if (await answered()) return true;
  }
  return false;
}

/** A random generator that does the same every time. */
export function dice(seed) {
  let x = seed >>> 0 || 1;
  return () => ((x = (Math.imul(x, 1664525) + 1013904223) >>> 0), x / 2 ** 32);
}
