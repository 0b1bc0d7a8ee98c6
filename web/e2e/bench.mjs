// node e2e/bench.mjs ADDRESS: the budgets, measured in the browser, as one JSON object.
import { gzipSync } from "node:zlib";
import { asked, decide, dice, Harness, quick } from "./harness.mjs";
import { slowLine } from "./slow.mjs";

const base = process.argv[2];
const harness = new Harness(base);
await harness.open();

// First load: all scripts until the home page stands, and the largest paint; then what is fetched ahead for a table.
const page = await harness.person({ motion: true });
const scripts = new Map();
const requested = [];
page.on("request", (request) => requested.push(request.url()));
page.on("response", async (response) => {
  if (/javascript/.test(response.headers()["content-type"] ?? ""))
    scripts.set(response.url(), gzipSync(await response.body()).length);
});
await page.addInitScript(() => {
  window.paint = 0;
  window.shift = 0;
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.paint = e.startTime))).observe({
    type: "largest-contentful-paint",
    buffered: true,
  });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((e) => {
      if (e.hadRecentInput) return;
      const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
      window.shift += e.value;
      window.shifts.push({
        value: e.value,
        sources: e.sources.map(
          (s) =>
            `${s.node?.className?.baseVal ?? s.node?.className ?? ""}: ${box(s.previousRect)} → ${box(s.currentRect)}`,
        ),
      });
    }),
  ).observe({ type: "layout-shift", buffered: true });
});
await page.goto(base, { waitUntil: "commit" });
await page.waitForSelector("article");
const first = new Set(requested);
await page.waitForLoadState("networkidle");
await page.waitForTimeout(1500);
const bytes = (of) => [...scripts].reduce((sum, [url, size]) => sum + (of(url) ? size : 0), 0);
const paint = await page.evaluate(() => window.paint);

// A round of Stone Age and an epoch of Hadara with all animations: frames, and what shifts when the view changes.
async function round(name, prefer, decisions) {
  await quick(harness, page, name);
  await asked(page);
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    window.shift = 0;
    window.shifts = [];
    window.frames = [];
    let last = performance.now();
    const tick = (now) => {
      window.frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const rng = dice(4);
  for (let n = 0; n < decisions; n++) {
    await asked(page);
    await decide(page, prefer, rng);
    await page.waitForTimeout(400);
  }
  const { frames, shift, shifts } = await page.evaluate(() => ({
    frames: window.frames,
    shift: window.shift,
    shifts: window.shifts.sort((a, b) => b.value - a.value).slice(0, 3),
  }));
  frames.sort((a, b) => a - b);
  const at = (share) => Math.round(frames[Math.floor(frames.length * share)] * 10) / 10;
  return {
    frames: frames.length,
    frames_per_second: Math.round((1000 * frames.length) / frames.reduce((a, b) => a + b, 0)),
    frame_ms_median: at(0.5),
    frame_ms_p95: at(0.95),
    layout_shift: Math.round(shift * 10000) / 10000,
    ...(shift ? { shifts } : {}),
  };
}
const stoneAge = await round("Stone Age", (text) => (/forest|hunt|river/.test(text) ? 2 : 0), 14);
const hadara = await round("Hadara", (text) => (/buy|integrate|carve/.test(text) ? 1 : 0), 28);
const slow = {
  "stone-age": await slowLine(harness, "Stone Age"),
  hadara: await slowLine(harness, "Hadara"),
  hadara_at_once: await slowLine(harness, "Hadara", 0),
};
console.log(
  JSON.stringify({
    first_load_javascript_bytes_gzipped: bytes((url) => first.has(url)),
    fetched_ahead_javascript_bytes_gzipped: bytes((url) => !first.has(url)),
    largest_paint_ms: Math.round(paint),
    "stone-age": stoneAge,
    hadara,
    slow_line: slow,
  }),
);
await harness.close();
