// node dev/shot.mjs PATH OUT [WIDTH HEIGHT [dark]]: one screenshot, for looking while drawing.
import { chromium } from "playwright-core";
const [
  path,
  out,
  w = "1280",
  h = "800",
  theme = "light",
  base = process.env.BASE ?? "http://127.0.0.1:5199",
] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
});
const page = await browser.newPage({
  viewport: { width: +w, height: +h },
  colorScheme: theme,
  deviceScaleFactor: +(process.env.DPR ?? 1),
  hasTouch: +w < 500,
});
page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log(m.type(), m.text()));
page.on("pageerror", (e) => console.log("pageerror", e.message));
await page.goto(base + path);
await page.waitForTimeout(+(process.env.WAIT ?? 900));
for (const step of (process.env.DO ?? "").split(";").filter(Boolean)) {
  if (step.startsWith("key:")) await page.keyboard.press(step.slice(4));
  else await page.click(step);
  await page.waitForTimeout(400);
}
await page.screenshot({ path: out });
await browser.close();
