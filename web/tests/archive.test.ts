// The archive under quick fingers: the filter chosen last, and no game twice.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, Refused } from "../src/lib/server/api";
import { settings } from "../src/lib/settings.svelte";
import Archive from "../src/pages/Archive.svelte";
import type { Person, Table } from "../src/lib/server/types";
import { table } from "./messages";

const STEP = 20;
const PROBLEM = { key: "not-a-record", text: "No record.", facts: {}, clause: null };
const over = (id: string) =>
  ({ ...table(0), id, state: "over", asked: [], pace: { kind: "none" }, over_at: 1, scores: null }) as Table;
const page = (name: string) => Array.from({ length: STEP }, (_, n) => over(`${name}${n}`));

let asked: ((tables: Table[]) => void)[] = [];
let shown: object;
beforeEach(() => {
  asked = [];
  vi.spyOn(api, "archive").mockImplementation(() => new Promise((answer) => asked.push(answer)));
  shown = mount(Archive, { target: document.body });
  flushSync();
});
afterEach(async () => {
  await unmount(shown);
  vi.restoreAllMocks();
});

const rows = () =>
  [...document.querySelectorAll("[data-table]")].map((row) => row.getAttribute("data-table"));
async function answer(nth: number, tables: Table[]) {
  asked[nth]!(tables);
  await new Promise((go) => setTimeout(go));
  flushSync();
}
const more = () => document.querySelector<HTMLButtonElement>(".archive > div > button")!;

it("shows the games of the filter chosen last, whichever answer comes first", async () => {
  await answer(0, page("any"));
  more().click();
  document.querySelector<HTMLInputElement>("input[type=radio]")!.click(); // My games, and there are none.
  flushSync();
  await answer(1, page("late"));
  expect(rows()).toEqual([]);
});

it("shows each game once after two clicks on more", async () => {
  await answer(0, page("a"));
  more().click();
  more().click();
  await answer(1, page("b"));
  await answer(2, page("b"));
  expect(rows()).toEqual([...page("a"), ...page("b")].map(({ id }) => id));
});

it("shows who one is now one's own games", async () => {
  const mine = vi.spyOn(api, "mine").mockResolvedValue(page("mine"));
  await answer(0, page("any"));
  document.querySelector<HTMLInputElement>("input[type=radio]")!.click();
  await answer(0, []);
  expect(rows()).toEqual([]);
  settings.person = { id: "me" } as Person;
  flushSync();
  await vi.waitFor(() => expect(rows()).toHaveLength(STEP));
  settings.person = { id: "me", name: "Ada" } as Person;
  flushSync();
  expect(rows(), "with another name").toHaveLength(STEP);
  settings.person = null;
  flushSync();
  await vi.waitFor(() => expect(rows()).toEqual([]));
  expect(mine).toHaveBeenCalledOnce();
});

it("opens the same record once more after it was refused", async () => {
  const upload = vi.spyOn(api, "upload").mockRejectedValue(new Refused(422, PROBLEM));
  vi.spyOn(settings, "ensurePerson").mockResolvedValue({ id: "me" } as Person);
  const field = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const forgotten = vi.spyOn(field, "value", "set");
  Object.defineProperty(field, "files", { value: [new File(["no record"], "a.cradle")] });
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(forgotten).toHaveBeenCalledWith(""));
  expect(upload).toHaveBeenCalledWith("no record");
});
