// Browsers that Playwright doesn't drive as Debian has them: Firefox by WebDriver BiDi, WebKitGTK by WebDriver.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./harness.mjs";

const PORTS = { firefox: 9351, webkit: 9352 };
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const wait = (ms) => new Promise((go) => setTimeout(go, ms));

/** A mouse that goes to a point and presses, in the words both protocols share. */
const pressing = (x, y) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/** As much of a page as whole games need, whoever drives the browser. */
class Page {
  constructor(driver) {
    this.driver = driver;
  }
  goto(url) {
    return this.driver.goto(url);
  }
  /** What a function returns in the page. */
  async evaluate(what, given = null) {
    const body = `return Promise.resolve((${what})(${JSON.stringify(given)})).then((found) => JSON.stringify(found ?? null))`;
    return JSON.parse(await this.driver.run(body));
  }
  waitForSelector(selector, { timeout = 30000 } = {}) {
    return until(
      selector,
      () => this.evaluate((wanted) => !!document.querySelector(wanted), selector),
      timeout,
    );
  }
  locator(selector) {
    const found = {
      first: () => found,
      count: () => this.evaluate((wanted) => document.querySelectorAll(wanted).length, selector),
      textContent: () => this.evaluate((wanted) => document.querySelector(wanted)?.textContent, selector),
      click: () => this.click(selector),
    };
    return found;
  }
  /** A press where a thing is on top; anything else over it is a mistake. */
  async click(selector) {
    const at = await this.evaluate((wanted) => {
      const node = document.querySelector(wanted);
      node?.scrollIntoView({ block: "nearest" });
      const box = node?.getBoundingClientRect();
      if (!box) return null;
      for (const [across, down] of [
        [0.5, 0.5],
        [0.5, 0.85],
        [0.2, 0.5],
        [0.8, 0.5],
      ]) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down];
        const top = document.elementFromPoint(x, y);
        if (top && (node.contains(top) || top.contains(node))) return [x, y];
      }
      return null;
    }, selector);
    if (!at) throw new Error(`nothing to press: ${selector}`);
    await this.driver.press(...at);
  }
}

/** Firefox speaks BiDi itself. */
class Firefox {
  static program = process.env.CRADLE_FIREFOX ?? "/usr/bin/firefox-esr";
  async start() {
    this.folder = mkdtempSync(join(tmpdir(), "cradle-firefox-"));
    const flags = [
      "--headless",
      "--no-remote",
      "--profile",
      this.folder,
      `--remote-debugging-port=${PORTS.firefox}`,
    ];
    this.process = spawn(Firefox.program, flags, { stdio: "ignore" });
    await until(
      "Firefox",
      () =>
        this.connect().then(
          () => true,
          () => false,
        ),
      60000,
    );
    await this.send("session.new", { capabilities: {} });
    const { contexts } = await this.send("browsingContext.getTree", {});
    this.context = contexts[0].context;
    const viewport = { width: 1280, height: 800 };
    await this.send("browsingContext.setViewport", { context: this.context, viewport });
  }
  connect() {
    this.asked = new Map();
    this.socket = new WebSocket(`ws://127.0.0.1:${PORTS.firefox}/session`);
    this.socket.onmessage = ({ data }) => {
      const { id, result, message } = JSON.parse(data);
      const [done, failed] = this.asked.get(id) ?? [];
      if (result) done?.(result);
      else failed?.(new Error(message));
    };
    return new Promise((done, failed) => {
      this.socket.onopen = done;
      this.socket.onerror = () => failed(new Error("no Firefox yet"));
    });
  }
  send(method, params) {
    const id = this.asked.size + 1;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, failed) => this.asked.set(id, [done, failed]));
  }
  goto(url) {
    return this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }
  async run(body) {
    const found = await this.send("script.callFunction", {
      functionDeclaration: `async () => { ${body} }`,
      awaitPromise: true,
      target: { context: this.context },
    });
    if (found.type === "exception") throw new Error(found.exceptionDetails.text);
    return found.result.value;
  }
  press(x, y) {
    return this.send("input.performActions", { context: this.context, actions: pressing(x, y) });
  }
  async stop() {
    this.process?.kill();
    await wait(500);
    if (this.folder) rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 300 });
  }
}

/** WebKitGTK's small browser, behind its WebDriver, on a screen of its own. */
class WebKit {
  static program = process.env.CRADLE_WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
  async start() {
    const screen = ["-a", "-s", "-screen 0 1280x900x24", WebKit.program, `--port=${PORTS.webkit}`];
    this.process = spawn("xvfb-run", screen, { stdio: "ignore", detached: true });
    await until(
      "WebKitWebDriver",
      () =>
        this.call("GET", "/status").then(
          () => true,
          () => false,
        ),
      30000,
    );
    const options = { binary: MINI_BROWSER, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    this.session = (await this.call("POST", "/session", { capabilities })).sessionId;
    await this.call("POST", `/session/${this.session}/timeouts`, { script: 60000 });
    await this.call("POST", `/session/${this.session}/window/rect`, { width: 1280, height: 880 });
  }
  async call(method, path, body) {
    const sent = body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const answer = await fetch(`http://127.0.0.1:${PORTS.webkit}${path}`, { method, ...sent });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.message}`);
    return value;
  }
  goto(url) {
    return this.call("POST", `/session/${this.session}/url`, { url });
  }
  run(body) {
    return this.call("POST", `/session/${this.session}/execute/sync`, { script: body, args: [] });
  }
  press(x, y) {
    return this.call("POST", `/session/${this.session}/actions`, { actions: pressing(x, y) });
  }
  async stop() {
    if (this.session) await this.call("DELETE", `/session/${this.session}`).catch(() => undefined);
    if (this.process?.pid) process.kill(-this.process.pid);
  }
}

export const BROWSERS = { Firefox, WebKit };

/** A page of a browser, and how to end it. */
export async function open(name) {
  const driver = new BROWSERS[name]();
  try {
    await driver.start();
  } catch (error) {
    await driver.stop();
    throw error;
  }
  return { page: new Page(driver), stop: () => driver.stop() };
}
