// Going from page to page with the keyboard, to a place on a page and back, and pages that cannot be fetched.
import { strict as assert } from "node:assert";
import { asked, quick, until } from "./harness.mjs";

/** What has the focus, in words. */
const focused = (page) =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement;
    return `${tagName} ${textContent.trim().slice(0, 40)}`;
  });
/** Whether something is in sight. */
const inSight = (page, id) =>
  page.evaluate((id) => {
    const { top, bottom } = document.getElementById(id).getBoundingClientRect();
    return top >= -1 && bottom <= innerHeight;
  }, id);

/** By the keyboard alone from page to page: each begins at its heading; so does the way back. */
async function pageByPage(harness, page) {
  await page.goto(harness.base);
  await page.waitForSelector("article");
  assert.match(await focused(page), /^BODY/, "the first page takes no focus");
  const link = page.getByRole("navigation").getByRole("link", { name: "Puzzles" });
  await link.focus();
  await page.keyboard.press("Enter");
  await until("the heading of puzzles", async () => (await focused(page)) === "H1 Puzzles");
  await page.keyboard.press("Tab");
  await until("Tab goes on inside the page", () =>
    page.evaluate(() => !!document.activeElement.closest("main a, main button")),
  );
  await page.goBack();
  await until("the heading of the first page", async () => /^H1/.test(await focused(page)));
  await page.getByRole("link", { name: "Profile and settings" }).click();
  await until("the heading of oneself", async () => (await focused(page)) === "H1 Profile and settings");
  // Inside a page the focus stays where it is.
  const language = page.getByRole("main").getByLabel("Language");
  await language.focus();
  await language.selectOption("de");
  await page.getByRole("heading", { name: "Profil und Einstellungen" }).waitFor();
  assert.match(await focused(page), /^SELECT/);
}

/** The rules: to a clause, a chapter and back, by links and addresses. */
async function throughTheRules(harness, page) {
  await page.goto(`${harness.base}/rules/hadara/H-C3`);
  await page.locator("article.here").waitFor();
  await until("the clause of the address", () => inSight(page, "H-C3"));
  // A chapter of the contents: there, and not back to the clause.
  const chapters = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
  await chapters.last().click();
  const last = (await chapters.last().getAttribute("href")).slice(1);
  await until("the last chapter", () => inSight(page, last));
  await page.waitForTimeout(300);
  assert.ok(await inSight(page, last), "it stays in sight");
  await page.goBack();
  await until("the clause again", () => inSight(page, "H-C3"));
  // The same clause once more, by its own link.
  await page.evaluate(() => document.getElementById("H-C3").querySelector("a.id").click());
  await page.waitForTimeout(300);
  assert.ok(await inSight(page, "H-C3"), "a link to where one is doesn't lead to the top");
  // A link to a clause, and to a chapter, as parts of the page.
  for (const part of ["H-C3", last]) {
    await page.goto(`${harness.base}/about`);
    await page.goto(`${harness.base}/rules/hadara#${part}`);
    await page.locator("article").first().waitFor();
    await until(`the part ${part}`, () => inSight(page, part));
  }
  assert.equal(await page.locator("article.here").count(), 0);
  // In another language one stays where one looks.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator(".lang select").selectOption("de");
  await page.getByRole("heading", { name: "Regeln" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => scrollY), 0);
}

export async function arriving(harness) {
  const page = await harness.person();
  await pageByPage(harness, page);
  await throughTheRules(harness, await harness.person());
}

/** Tabs beside the board, by keys that go through the game elsewhere. */
export async function tabs(harness) {
  const page = await harness.person();
  await quick(harness, page, "Stone Age");
  await asked(page);
  const log = page.getByRole("tab", { name: "Log" });
  await log.focus();
  for (const [key, name] of [
    ["ArrowRight", "Chat"],
    ["End", "Notes"],
    ["ArrowRight", "Log"],
    ["ArrowLeft", "Notes"],
    ["Home", "Log"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), `BUTTON ${name}`);
    assert.equal(await page.getByRole("tab", { selected: true }).textContent(), name);
  }
  assert.equal(await page.locator(".game.past").count(), 0, "the game is not looked back at");
  await harness.axe(page, "tabs");
}

/** Parts of the client that don't come: said in words, and there after another try. */
export async function failing(harness) {
  harness.cut = true;
  const page = await harness.person();
  for (const [path, script, content, there] of [
    ["/learn/stone-age", "lesson", "", ".lesson"],
    ["/rules/hadara", "en", "H-C3", "article"],
  ]) {
    await page.goto(`${harness.base}/about`);
    await page.waitForSelector("main h1");
    await page.route(`**/assets/${script}-*.js`, async (route) => {
      const answer = await route.fetch();
      if ((await answer.text()).includes(content)) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await goInside(page, path);
    await page.getByRole("main").getByText("Something went wrong. Please try again.").waitFor();
    await harness.axe(page, `${path}, failing`);
    await page.unrouteAll();
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await page.waitForSelector(there);
  }
  // The sheets of a table, which come after its board.
  await page.addInitScript(() => sessionStorage.setItem("cradle.renewed", String(Date.now())));
  await page.route("**/assets/GamePanels-*.js", (route) => route.abort());
  await quick(harness, page, "Stone Age");
  await asked(page);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  await page.getByText("Something went wrong. Please try again.").waitFor();
  await page.unrouteAll();
  await menu.click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  harness.cut = false;
}

/** Follow a link inside the client, which was renewed just now, and isn't again. */
const goInside = (page, path) =>
  page.evaluate((path) => {
    sessionStorage.setItem("cradle.renewed", String(Date.now()));
    const link = Object.assign(document.createElement("a"), { href: path });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
