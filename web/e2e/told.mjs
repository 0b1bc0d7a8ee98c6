// A game by days between two people who mostly look elsewhere: in the page, by the browser, by mail and push.
import assert from "node:assert/strict";
import { asked, call, decide, goListening, PHONE, until } from "./harness.mjs";
import { mailsTo } from "./mails.mjs";

/** Instead of the browser's own notices, which nobody sees here: a list of them. */
function standIn() {
  window.shown = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() {
      return (window.Notification.permission = "granted");
    }
    constructor(title, about) {
      window.shown.push({ title, ...about });
    }
  };
}

/** Ada on a laptop, and Bob on a phone and in German, at a table by days; neither looks at it. */
async function byDays(harness) {
  const ada = await harness.person({ settings: { name: "Ada" } });
  const bob = await harness.person({ viewport: PHONE, touch: true, settings: { name: "Bob", lang: "de" } });
  for (const page of [ada, bob]) await page.addInitScript(standIn);
  for (const page of [ada, bob]) await page.goto(`${harness.base}/about`);
  for (const [page, name] of [
    [ada, "Ada"],
    [bob, "Bob"],
  ])
    await call(page, "POST", "/me", { name });
  const seats = [{ kind: "me" }, { kind: "open" }];
  const wish = { game: "hadara", seats, pace: { kind: "days", days: 3 } };
  const { id } = await call(ada, "POST", "/tables", wish);
  await call(bob, "POST", `/tables/${id}/join`, {});
  for (const page of [ada, bob]) await page.reload();
  return { ada, bob, id };
}

/** Answer everything that a person is asked. */
async function answer(page, id) {
  for (;;) {
    const { moves } = await call(page, "GET", `/tables/${id}/view`);
    if (!moves.length) return;
    await call(page, "POST", `/tables/${id}/moves`, { text: moves[0].text });
  }
}

/** Whether the list of a page's tables says that one waits for its person, as far as it has heard by now. */
function waits(page, id) {
  let table;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(payload);
      if (message.type === "mine") table = message.tables.find((each) => each.id === id) ?? table;
    }),
  );
  return () => !table || table.asked.some((seat) => table.seats[seat].mine);
}

/** Wherever somebody is, they hear that it's their turn, and one tap leads there. */
export async function toldInThePage(harness) {
  const { ada, bob, id } = await byDays(harness);
  await answer(bob, id);
  await answer(ada, id);
  await bob.getByRole("link", { name: /1 Tisch wartet auf dich/ }).waitFor();
  assert.match(await bob.title(), /^\(1\) /);
  await harness.axe(bob, "a page while a table waits, on a phone");
  await harness.noSideways(bob, "a page while a table waits");
  const waiting = waits(ada, id);
  await goListening(ada, `${harness.base}/rules`);
  await answer(bob, id);
  const toast = ada.locator(".toast", { hasText: "It’s your turn in Hadara, with Bob." });
  await toast.waitFor();
  await harness.axe(ada, "a page with a notice");
  await toast.getByRole("link", { name: "Go there" }).click();
  await asked(ada);
  assert.equal(new URL(ada.url()).pathname, `/t/${id}`);

  // The browser's own notices are asked for once, after an answer, while others think.
  const question = ada.getByRole("group", { name: "Notices" });
  assert.equal(await question.count(), 0);
  await until("Bob's turn", async () => {
    if (await question.count()) return true;
    await decide(ada, () => 0).catch(() => undefined);
    return question.count();
  });
  await harness.axe(ada, "the question about notices");
  await question.getByRole("button", { name: "Yes, tell me" }).click();
  await question.waitFor({ state: "detached" });

  // In a hidden tab the browser shows them, once the list has said that it isn't her turn.
  await until("the list knows of her answer", () => !waiting());
  await ada.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await answer(bob, id);
  await ada.waitForFunction(() => window.shown.length > 0);
  const [notice] = await ada.evaluate(() => window.shown);
  assert.equal(notice.title, "Your turn");
  assert.equal(notice.tag, id);
  assert.match(await ada.title(), /Your turn/);
}

/** Mail and a webhook, quiet hours and the end of it, on a laptop and in German on a phone. */
export async function toldElsewhere(harness) {
  const { ada, bob, id } = await byDays(harness);
  const address = `bob-${id}@example.org`; // An address is asked once a day.
  const mails = () => mailsTo(harness, address);
  await bob.goto(`${harness.base}/me`);
  await bob.getByLabel("Mailadresse", { exact: true }).fill(address);
  await bob.getByRole("button", { name: "Hinzufügen" }).first().click();
  await bob.getByText("Wartet darauf").waitFor();
  await until("the mail that asks", () => mails().length === 1);
  const token = /\/confirm\/([a-z0-9-]+)/.exec(mails()[0])[1];
  await bob.goto(`${harness.base}/confirm/${token}`);
  await harness.axe(bob, "the page that confirms");
  await bob.getByRole("button", { name: "Ja, schreibt mir" }).click();
  await bob.getByText("Danke.").waitFor();
  await bob.goto(`${harness.base}/me`);
  await bob.getByLabel("Ruhezeit").check();
  await bob.getByLabel("Von").fill("23:30");
  await bob.getByLabel("Von").blur();
  await bob.getByLabel("Ruhezeit").uncheck();
  await bob.getByLabel("Chat").check();
  await until("chat is kept", async () => {
    const [mail] = (await call(bob, "GET", "/me/notifications")).channels;
    return mail.confirmed && mail.events.includes("chat");
  });
  await harness.axe(bob, "the notices of a person, on a phone");
  await harness.noSideways(bob, "the notices of a person");
  await answer(bob, id);
  await answer(ada, id);
  await until("the mail about Bob's turn", () => mails().length === 2);
  assert.match(mails()[1], new RegExp(`${harness.base}/t/${id}`));
  const leave = /\/unsubscribe\/([a-z0-9-]+)/.exec(mails()[1])[1];
  await bob.goto(`${harness.base}/unsubscribe/${leave}`);
  await bob.getByRole("button", { name: "Keine Mails mehr" }).click();
  await bob.getByText("Erledigt.").waitFor();
  assert.deepEqual((await call(bob, "GET", "/me/notifications")).channels, []);

  await ada.goto(`${harness.base}/me`);
  await ada.getByLabel("Address of the webhook").fill("https://localhost/hook");
  await ada.getByLabel("Service").selectOption("json");
  await ada.getByRole("button", { name: "Add" }).last().click();
  await ada.getByText("whsec_").waitFor();
  await harness.axe(ada, "the notices of a person");
  await ada.getByRole("button", { name: "Remove localhost" }).click();
  await ada.getByRole("group", { name: "localhost" }).waitFor({ state: "detached" });
}

/** What is pushed is shown by the worker, also while no page is open, and knows its table. */
export async function pushed(harness) {
  const page = await harness.person({ worker: true });
  await page.context().grantPermissions(["notifications"], { origin: harness.base });
  await page.goto(`${harness.base}/about`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise((found) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const mine = registrations.find((each) => each.scopeURL.startsWith(harness.base) && !each.isDeleted);
      if (mine) found(mine.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const told = { title: "Your turn", body: "Hadara", path: "/t/abc", tag: "abc", lang: "en" };
  const push = { origin: harness.base, registrationId: await registered, data: JSON.stringify(told) };
  const deliver = () => session.send("ServiceWorker.deliverPushMessage", push);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag, data }) => ({ title, tag, data }));
    });
  // A push may come before the worker is ready; one more of the same table takes its place.
  await until("a notification", async () => (await deliver(), (await shown()).length === 1));
  assert.deepEqual(await shown(), [{ title: "Your turn", tag: "abc", data: { path: "/t/abc" } }]);
}
