// A server that doesn't answer: every page says so in words, and asks again when it is told to.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import EventView from "../src/components/events/EventView.svelte";
import RatingChanges from "../src/components/result/RatingChanges.svelte";
import { Refused } from "../src/lib/server/api";
import { Fetched, mayPass } from "../src/lib/page/fetched.svelte";
import { problemText } from "../src/lib/problems";
import { PagedList } from "../src/lib/page/paged-list.svelte";
import { reach } from "../src/lib/server/reach.svelte";
import { settings } from "../src/lib/settings.svelte";
import Archive from "../src/pages/Archive.svelte";
import Daily from "../src/pages/Daily.svelte";
import Duplicate from "../src/pages/Duplicate.svelte";
import Events from "../src/pages/Events.svelte";
import Moderation from "../src/pages/Moderation.svelte";
import PersonPage from "../src/pages/Person.svelte";
import Profile from "../src/pages/Profile.svelte";
import Puzzle from "../src/pages/Puzzle.svelte";
import Puzzles from "../src/pages/Puzzles.svelte";
import type { Person } from "../src/lib/server/types";

const BUSY = "Too much to do.";
const told = { error: { key: "busy", text: BUSY, facts: {}, clause: null } };
const refusal = (status: number, key = "busy", text = BUSY) =>
  new Refused(status, { key, text, facts: {}, clause: null });
const soon = async () => {
  for (let n = 0; n < 3; n++) await new Promise((go) => setTimeout(go));
  flushSync();
};

let asked: string[] = [];
let shown: object | undefined;
beforeEach(async () => {
  await settings.load("en");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url.split("?")[0]!);
    return Response.json(told, { status: 503 });
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  settings.person = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const query = new URLSearchParams();
const me = { id: "me", name: "Ada", role: "moderator", guest: false } as Person;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = [string, Component<any>, object, string];
const PAGES: Page[] = [
  ["the archive", Archive, {}, "/api/me/tables"],
  ["the puzzles", Puzzles, {}, "/api/puzzles"],
  ["the events", Events, { args: [] }, "/api/events"],
  ["an event", EventView, { id: "e" }, "/api/events/e"],
  ["the game of the day", Daily, { args: ["chess"], query }, "/api/daily/chess/standings"],
  ["a duplicate", Duplicate, { args: ["d"] }, "/api/duplicates/d"],
  ["a player", PersonPage, { args: ["p"], query }, "/api/people/p"],
  ["moderation", Moderation, {}, "/api/moderation/reports"],
  ["ratings after a game", RatingChanges, { room: { id: "t" } }, "/api/tables/t/ratings"],
  ["oneself", Profile, { query }, "/api/about"],
  ["one's sessions", Profile, { query }, "/api/me/sessions"],
  ["one's notices", Profile, { query }, "/api/me/notifications"],
  ["one's friends", Profile, { query }, "/api/me/people"],
  ["one's games", Profile, { query }, "/api/me/analyses"],
  ["the best players", Profile, { query }, "/api/ratings/"],
];

it.each(PAGES)("%s says why there is nothing, and asks again", async (_, page, props, path) => {
  settings.person = path === "/api/about" ? { ...me, guest: true } : me;
  shown = mount(page, { target: document.body, props });
  await soon();
  expect(document.body.textContent).toContain(BUSY);
  const times = () =>
    asked.filter((each) => (path.endsWith("/") ? each.startsWith(path) : each === path)).length;
  const before = times();
  expect(before).toBeGreaterThan(0);
  const buttons = [...document.querySelectorAll("button")];
  for (const button of buttons.filter(({ textContent }) => textContent === "Try again")) button.click();
  await soon();
  expect(times()).toBeGreaterThan(before);
});

it("a puzzle says why it isn't there, which isn't that it doesn't exist", async () => {
  shown = mount(Puzzle, { target: document.body, props: { args: ["chess", "today"], query } });
  await soon();
  expect(document.body.textContent).toContain(BUSY);
  expect(document.body.textContent).not.toContain("This puzzle");
});

/** What a component makes, and how the component goes. */
function onPage<T>(make: () => T): [made: T, leave: () => Promise<void>] {
  let made!: T;
  const component = mount(() => ((made = make()), {}), { target: document.body });
  flushSync();
  return [made, () => unmount(component)];
}

describe("what is fetched", () => {
  it("is the answer to the last question, whichever comes first", async () => {
    const [fetched] = onPage(() => new Fetched<string>());
    let late: (found: string) => void = () => undefined;
    const first = fetched.fetch(() => new Promise((answer) => (late = answer)));
    await fetched.fetch(async () => "second");
    late("first");
    await first;
    expect(fetched.found).toBe("second");
  });

  it("stays until there is another, and a failure goes with the next answer", async () => {
    const [fetched] = onPage(() => new Fetched<string>());
    const answers = [() => "one", () => Promise.reject(refusal(503)), () => "two"];
    await fetched.fetch(async () => answers.shift()!());
    await fetched.again();
    expect([fetched.found, fetched.problem, fetched.passing]).toEqual(["one", BUSY, true]);
    await fetched.again();
    expect([fetched.found, fetched.problem, fetched.passing]).toEqual(["two", "", false]);
  });

  it("is asked for again by itself when the server is back, unless nobody waits", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const [one] = onPage(() => new Fetched<string>());
    const [left, leave] = onPage(() => new Fetched<string>());
    const [forgotten] = onPage(() => new Fetched<string>());
    const ask = vi.fn(async () => (reach.lost ? Promise.reject(refusal(0, "offline", "")) : "here"));
    reach.report(false);
    await Promise.all([one, left, forgotten].map((each) => each.fetch(ask)));
    expect(one.problem).toBe("The server can’t be reached. Please try again in a moment.");
    await leave();
    forgotten.forget();
    reach.report(true);
    await soon();
    expect([one.found, left.found, forgotten.found]).toEqual(["here", null, null]);
    expect(ask).toHaveBeenCalledTimes(4);
  });
});

describe("a list that comes page by page", () => {
  const pageFrom = (last: number | undefined, limit: number) =>
    Array.from({ length: Math.min(limit, 5 - (last ?? 0)) }, (_, n) => (last ?? 0) + n + 1);

  it("grows by what comes after the last, and ends", async () => {
    const [list] = onPage(() => new PagedList<number>(async (last, limit) => pageFrom(last, limit), 2));
    expect(list.all).toBeNull();
    await list.begin();
    expect([list.all, list.more]).toEqual([[1, 2], true]);
    await Promise.all([list.next(), list.next()]);
    await list.next();
    expect([list.all, list.more]).toEqual([[1, 2, 3, 4, 5], false]);
  });

  it("keeps what it has where a page doesn't come, and asks for that page again", async () => {
    let down = false;
    const page = async (last: number | undefined, limit: number) =>
      down ? Promise.reject(refusal(500)) : pageFrom(last, limit);
    const [list] = onPage(() => new PagedList<number>(page, 2));
    await list.begin();
    down = true;
    await list.next();
    expect([list.all, list.fetched.problem]).toEqual([[1, 2], BUSY]);
    down = false;
    await list.fetched.again();
    expect([list.all, list.fetched.problem]).toEqual([[1, 2, 3, 4], ""]);
  });
});

it.each([
  [refusal(0, "offline", ""), "The server can’t be reached. Please try again in a moment.", true],
  [refusal(500, "unexpected", ""), "Something went wrong. Please try again.", true],
  [refusal(429), BUSY, true],
  [refusal(404), BUSY, false],
  [new TypeError("x is not a function"), "Something went wrong. Please try again.", true],
])("says %s in words", (error, words, passing) => {
  expect([problemText(error), mayPass(error)]).toEqual([words, passing]);
});
