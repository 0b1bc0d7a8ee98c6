// One's account, on a laptop and in German on a phone: the password, passkeys, sessions, data, and the end of it.
import assert from "node:assert/strict";
import { call, LAPTOP, PHONE, until } from "./harness.mjs";
import { mailsTo } from "./mails.mjs";

const FIRST = "three odd words";
const SECOND = "four even odder words";
const THIRD = "five words, odder than all";
const ADDRESS = "ada@example.org";
/** The provider's page would have its looks from there. */
const STYLES = "https://cdn.jsdelivr.net/";

/** Make an account, on the page. */
async function join(harness, page) {
  await page.goto(`${harness.base}/me`);
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  const fields = page.getByRole("form", { name: "Make an account" });
  await fields.getByLabel("Login").fill("ada-byron");
  await fields.getByLabel("Password").fill(FIRST);
  await fields.getByRole("button").click();
  await page.getByText("You are logged in as ada-byron.").waitFor();
}

/** Log in on a phone in German, by the Enter key. */
async function enter(harness, page, password) {
  await page.goto(`${harness.base}/me`);
  const fields = page.getByRole("form", { name: "Anmelden" });
  await fields.getByLabel("Anmeldename").fill("ada-byron");
  await fields.getByLabel("Passwort").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Du bist angemeldet als ada-byron.").waitFor();
}

/** Add an address of mail, and confirm it by the link in the mail. */
async function confirm(harness, page) {
  await page.getByLabel("Mail address").fill(ADDRESS);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await until("the mail that asks", () => mailsTo(harness, ADDRESS).length === 1);
  const token = /\/confirm\/([a-z0-9-]+)/.exec(mailsTo(harness, ADDRESS)[0])[1];
  await page.goto(`${harness.base}/confirm/${token}`);
  await page.getByRole("button", { name: "Yes, write to me" }).click();
  await page.getByText("Thank you.").waitFor();
  await page.goto(`${harness.base}/me`);
}

/** A device with a lock, which is opened at once. */
async function plugIn(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true };
  const lock = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await session.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, ...lock } });
}

/** Add a passkey, log out, log in by it, and let go of it. */
async function byPasskey(page) {
  await plugIn(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await passkeys.waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByText("You are logged in as ada-byron.").waitFor();
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await passkeys.waitFor({ state: "detached" });
}

export async function account(harness) {
  const ada = await harness.person();
  const phone = await harness.person({ viewport: PHONE, touch: true, settings: { lang: "de" } });
  await join(harness, ada);
  await confirm(harness, ada);

  // Where one is signed in, and the end of it.
  await enter(harness, phone, FIRST);
  await ada.reload();
  const sessions = ada.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await until("two sessions", async () => (await sessions.count()) === 2);
  await harness.axe(ada, "one's account");
  await harness.axe(phone, "one's account, on a phone");
  await harness.noSideways(phone, "one's account");
  await ada.getByRole("button", { name: "Sign out there" }).click();
  await until("one session", async () => (await sessions.count()) === 1);
  await phone.goto(`${harness.base}/me`);
  await phone.getByText("Du bist Gast.").waitFor();

  await byPasskey(ada);

  // A new password.
  await ada.getByLabel("Old password").fill(FIRST);
  await ada.getByLabel("New password").fill(SECOND);
  await ada.getByRole("button", { name: "Change the password" }).click();
  await ada.getByText("All other devices are signed out.").first().waitFor();
  await until("the mail about it", () => mailsTo(harness, ADDRESS).length === 2);

  // Everything that is kept.
  const file = await ada.getByRole("link", { name: "Download everything kept of you" }).getAttribute("href");
  const { kept } = await ada.evaluate(async (path) => (await fetch(path)).json(), file);
  assert.equal(kept.people[0].login, "ada-byron");
  assert.equal(kept.channels[0].address, ADDRESS);

  // Forgotten, on the phone.
  await phone.getByText("Passwort vergessen?").click();
  await phone.getByLabel("Anmeldename oder Mailadresse").fill(ADDRESS);
  await phone.getByRole("button", { name: "Link schicken" }).click();
  await phone.getByText("ist ein Link unterwegs").waitFor();
  await until("the mail with a link", () => mailsTo(harness, ADDRESS).length === 3);
  const link = /\/reset\/([\w-]+)/.exec(mailsTo(harness, ADDRESS)[2])[1];
  await phone.goto(`${harness.base}/reset/${link}`);
  await phone.getByRole("heading", { name: "Neues Passwort wählen" }).waitFor();
  await harness.axe(phone, "the choice of a new password, on a phone");
  await phone.getByLabel("Neues Passwort").fill(THIRD);
  await phone.getByRole("button", { name: "Passwort ändern" }).click();
  await phone.getByText("alle Geräte sind abgemeldet").waitFor();
  await enter(harness, phone, THIRD);

  // And gone.
  await phone.getByRole("button", { name: "Mich löschen" }).click();
  await harness.axe(phone, "the question before deletion, on a phone");
  await phone.getByRole("button", { name: "Endgültig löschen" }).click();
  await until("home", () => new URL(phone.url()).pathname === "/");
  const me = await phone.evaluate(() => fetch("/api/me").then((answer) => answer.json()));
  assert.equal(me.person, null);
}

/** Make an account by the provider of a club, and log in by it elsewhere. */
export async function club(harness) {
  for (const viewport of [LAPTOP, PHONE]) {
    const page = await harness.person({ viewport, touch: viewport === PHONE });
    await page.goto(`${harness.base}/me`);
    harness.others = [new URL((await call(page, "POST", "/openid")).url).origin, STYLES];
    await page.route(`${STYLES}**`, (route) => route.fulfill({ contentType: "text/css", body: "" }));
    await page.getByRole("button", { name: "Log in with Chess Club" }).click();
    await page.locator("input[name=sub]").fill("grace");
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText("You are logged in as grace.").waitFor();
    assert.equal(page.url(), `${harness.base}/me`);
    await harness.axe(page, "an account by a club");
    await harness.noSideways(page, "an account by a club");
  }
}
