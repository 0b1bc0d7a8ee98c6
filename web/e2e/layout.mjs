// Layout by measuring: at every size nothing overlaps, no number is cut off, and little of the screen is dead.
import { LAPTOP, sit, until } from "./harness.mjs";

/** Widths and heights in CSS pixels; 200 % zoom halves them. */
const SIZES = {
  "1024×768": [1024, 768],
  "1280×800": [1280, 800],
  "1440×900": [1440, 900],
  "1920×1080": [1920, 1080],
  "390×844": [390, 844],
  "844×390": [844, 390],
  "320 wide": [320, 640],
  "1280×800 at 200 %": [640, 400],
};
const STEPS = {
  "stone-age": [
    "place-people",
    "take-action",
    "add-tools",
    "choose-die",
    "buy-card",
    "buy-building",
    "replace-food",
  ],
  hadara: [
    "choose-side",
    "aim-wheel",
    "lay-one",
    "pick-card",
    "put-tile",
    "take-colony",
    "carve-statue",
    "remove-cards",
    "buy-medals",
  ],
};
/** How many decisions of a first game are made before anything is measured, so that there is something to see. */
const EARLY = { "stone-age": 12, hadara: 11 };
/** Which moves are liked in one game after the other, so that each step is asked in one of them. */
const TASTES = [
  "card|building|buy|pay|carve|integrate",
  "forest|clay|quarry|building|buy|pay",
  "card|forest|pay|sell|plunder",
];

/** What every second game is played with: sides are chosen by these rules alone. */
const OPTIONS = { hadara: { mode: "advanced" } };

/** Answer by the quickest way until one of these steps is asked; the step, or null at the end. */
const playTo = (page, id, steps, least, taste) =>
  page.evaluate(
    async ({ id, steps, least, taste }) => {
      const wait = (ms) => new Promise((go) => setTimeout(go, ms));
      const get = async (path) => {
        for (;;) {
          const answer = await fetch(`/api/tables/${id}${path}`);
          if (answer.ok) return answer.json();
          await wait(500);
        }
      };
      for (let made = 0; made < 900;) {
        const { moves, seq, step, over } = await get("/view?seat=0");
        if (over) return null;
        if (!moves.length) await wait(30);
        else if (made >= least && steps.includes(step.kind)) return step.kind;
        else {
          const liked = moves.filter(({ text }) => new RegExp(taste).test(text));
          const { text } = (liked.length ? liked : moves).at((made * 7) % (liked.length || moves.length));
          const body = JSON.stringify({ seat: 0, seq, text });
          const headers = { "Content-Type": "application/json" };
          await fetch(`/api/tables/${id}/moves`, { method: "POST", headers, body });
          made += 1;
        }
      }
      return null;
    },
    { id, steps, least, taste },
  );

/** What is wrong with what stands on the screen now. */
const faults = () => {
  const wrong = [];
  const game = document.querySelector(".game");
  const name = (node) =>
    `${node.tagName.toLowerCase()}.${[...node.classList].filter((each) => !each.startsWith("svelte-")).join(".")}`;
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`scrolls sideways by ${page.scrollWidth - innerWidth}px`);
  if (page.scrollHeight > innerHeight) wrong.push(`is ${page.scrollHeight - innerHeight}px too tall`);
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const hidden = (node) => node.closest(".hide, svg, [aria-hidden=true].pasted, .caption");
  // Texts as they are drawn, line by line, with what cuts them off.
  const walker = document.createTreeWalker(game, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !shown(parent) || hidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0.5 && box.height > 0.5) texts.push({ node: parent, text: node.data.trim(), box });
  }
  const SHEET = innerWidth < 780 ? ".own" : ".none";
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);
  for (const each of texts) {
    each.seen = true;
    for (let up = each.node; up && up !== game; up = up.parentElement) {
      const style = getComputedStyle(up);
      const [x, y] = [style.overflowX !== "visible", style.overflowY !== "visible"];
      if (!x && !y) continue;
      const frame = up.getBoundingClientRect();
      const [wide, high] = [
        x && (each.box.left < frame.left - 1.5 || each.box.right > frame.right + 1.5),
        y && (each.box.top < frame.top - 4 || each.box.bottom > frame.bottom + 4),
      ];
      if (!wide && !high) continue;
      each.seen = false;
      if (up.matches(SHEET) || frame.width <= 1) break; // opened by a tap; for screen readers
      const may = (wide && scrolls(style, "X")) || (high && scrolls(style, "Y"));
      const short = wide && style.textOverflow === "ellipsis" && !/^[\d+−×/ ]+$/.test(each.text);
      if (!may && !short) wrong.push(`“${each.text}” (${name(each.node)}) is cut off by ${name(up)}`);
      break;
    }
  }
  // No two texts on one another; what floats above the board may cover it.
  const layer = (node) =>
    node.closest(".float, .lost, .ask, .picker, .tray, .since, .sheet > .stand") ?? null;
  const drawn = texts.filter(({ seen }) => seen);
  for (let i = 0; i < drawn.length; i++)
    for (let j = i + 1; j < drawn.length; j++) {
      const [a, b] = [drawn[i], drawn[j]];
      if (layer(a.node) !== layer(b.node)) continue;
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 2 && y > 0.4 * Math.min(a.box.height, b.box.height))
        wrong.push(`“${a.text}” (${name(a.node)}) and “${b.text}” (${name(b.node)}) overlap`);
    }
  const apart = (selector) => {
    const boxes = [...document.querySelectorAll(selector)]
      .filter(shown)
      .map((node) => [node, node.getBoundingClientRect()]);
    for (const [i, [a, one]] of boxes.entries())
      for (const [b, other] of boxes.slice(i + 1)) {
        const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (x > 2 && y > 2) wrong.push(`“${a.textContent}” and “${b.textContent}” touch`);
      }
  };
  for (const things of [".place .plate", ".own :is(.points, .person)"]) apart(things);
  const dock = document.querySelector(".dock .own")?.getBoundingClientRect();
  const things = [...document.querySelectorAll(".own .seen")]
    .filter(shown)
    .map((node) => ({ node, text: name(node), box: node.getBoundingClientRect() }));
  for (const { node, text, box } of [...texts, ...things])
    if (dock && node.closest(".own") && (box.right > dock.right || box.left < dock.left))
      wrong.push(`“${text}” (${name(node)}) stands out of one's own things`);
  // How much of the board and the dock has nothing to see or to do.
  const around = (frame, selector) => {
    const box = document.querySelector(frame)?.getBoundingClientRect();
    const inside = [...document.querySelectorAll(`${frame} :is(${selector})`)]
      .filter((node) => shown(node) && !node.closest(".hide"))
      .map((node) => node.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1);
    if (!box || !inside.length) return { wide: 1, high: 1 };
    const edge = (side, pick) => pick(...inside.map((each) => each[side]));
    return {
      wide: (edge("right", Math.max) - edge("left", Math.min)) / box.width,
      high: (edge("bottom", Math.max) - edge("top", Math.min)) / box.height,
    };
  };
  const { wide, high } = around(".board", "button, .num, [role=img], svg.drawing *");
  if (wide < 0.6) wrong.push(`only ${Math.round(100 * wide)} % of the board's width is used`);
  if (high < 0.6) wrong.push(`only ${Math.round(100 * high)} % of the board's height is used`);
  const board = document.querySelector(".board").getBoundingClientRect();
  const share = (board.width * board.height) / (innerWidth * innerHeight);
  if (share < 0.25) wrong.push(`the board has only ${Math.round(100 * share)} % of the screen`);
  return [...new Set(wrong)];
};

/** Texts at the side and in the dock that can't be read, at once after the theme was switched. */
const unreadable = (theme) => {
  document.documentElement.dataset.theme = theme;
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => sum + weight * linear(colour[i] / 255), 0);
  const rgb = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const ground = (node) => {
    for (let up = node; up; up = up.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(up);
      if (backgroundImage !== "none") return null; // A picture: axe looks at those.
      if ((rgb(backgroundColor)[3] ?? 1) > 0.5) return rgb(backgroundColor);
    }
    return null;
  };
  const own = (node) => [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
  const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
  const texts = [...document.querySelectorAll(".side *, .dock *")].filter(
    (node) => own(node) && node.checkVisibility() && !node.closest("svg, .hide"),
  );
  return [
    ...(moving.length ? [`${moving.length} transitions though nothing should move`] : []),
    ...texts.flatMap((node) => {
      const below = ground(node);
      if (!below) return [];
      const [light, dark] = [rgb(getComputedStyle(node).color), below].map(luminance);
      const contrast = (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05);
      return contrast < 3 ? [`“${node.textContent.trim()}” has a contrast of ${contrast.toFixed(1)}`] : [];
    }),
  ];
};

/** The faults that stay: what follows the size may take some frames. */
async function lasting(page) {
  let found = [];
  const none = async () => (found = await page.evaluate(faults)).length === 0;
  await until("a layout without faults", none, 3000).catch(() => undefined);
  return found;
}

/** Everything of one moment of a game, in one language. */
async function look(harness, page, where, sizes, folder) {
  const say = (size, found) => harness.problems.push(...found.map((each) => `${where}, ${size}: ${each}`));
  for (const size of sizes) {
    const [width, height] = SIZES[size];
    await page.setViewportSize({ width, height });
    say(size, await lasting(page));
    if (folder) await page.screenshot({ path: `${folder}/${where} ${size}.png`.replaceAll(/[ ,%×]+/g, "-") });
  }
  for (const theme of ["dark", "light"]) say(theme, await page.evaluate(unreadable, theme));
}

/** A question in these languages and sizes. */
async function lookAt(harness, page, id, where, { langs, sizes = Object.keys(SIZES), folder }) {
  for (const lang of langs) {
    await page.evaluate((lang) => {
      const kept = JSON.parse(localStorage.getItem("cradle.settings"));
      localStorage.setItem("cradle.settings", JSON.stringify({ ...kept, lang, theme: "light" }));
    }, lang);
    await page.setViewportSize(LAPTOP);
    await page.goto(`${harness.base}/t/${id}`);
    await page.waitForSelector(`html[lang=${lang}] .game[data-asked="me"]`);
    await look(harness, page, `${where}, ${lang}`, sizes, folder);
  }
}

/** Both games at these steps, sizes and languages: in as many games as it takes for all of them to be asked. */
export async function measure(harness, { steps, games = 1, ...looks }) {
  for (const [game, kinds] of Object.entries(steps)) {
    const page = await harness.person({ settings: { lang: "en", sounds: false, automatic: false } });
    await page.goto(harness.base + "/");
    await page.waitForSelector("article");
    await page.evaluate(async () => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/me", { method: "POST", headers, body: JSON.stringify({ name: "Maximiliane" }) });
    });
    const left = [...kinds];
    for (let played = 0; left.length && played < games; played++) {
      const id = await sit(page, game, 2, played % 2 ? OPTIONS[game] : {});
      const taste = TASTES[played % TASTES.length];
      for (let least = played ? 0 : EARLY[game]; left.length; least = 0) {
        const step = await playTo(page, id, left, least, taste);
        if (!step) break;
        left.splice(left.indexOf(step), 1);
        await lookAt(harness, page, id, `${game}, ${step}`, looks);
      }
    }
    if (left.length) harness.problems.push(`${game}: nobody was asked for ${left.join(", ")}`);
    await page.context().close();
  }
}

/** Where most is on the screen, in the language with the longest words. */
export const layout = (harness) =>
  measure(harness, {
    langs: ["de"],
    steps: { "stone-age": ["place-people"], hadara: ["pick-card"] },
  });

/** All of it: `make layout`. */
export const layoutEverywhere = (harness) =>
  measure(harness, {
    langs: ["en", "de", "fr", "cs"],
    steps: STEPS,
    games: 30,
    folder: process.env.CRADLE_PICTURES,
  });
