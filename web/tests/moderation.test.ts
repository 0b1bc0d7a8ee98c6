// Moderation: a report is settled once, and the log stays while another is fetched.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../src/lib/server/api";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";
import Moderation from "../src/pages/Moderation.svelte";
import type { DeedShown, Person, ReportShown } from "../src/lib/server/types";

const report = { id: "1", whom: "Ben", about: "ben", by: "Ada", at: 1, reason: "chat", context: [] };
const deed = { id: "1", whom: "Eve", action: "warn", at: 1, by: "Ada", reason: "" };
const soon = async () => {
  await new Promise((go) => setTimeout(go));
  flushSync();
};

let shown: object;
beforeEach(async () => {
  settings.person = { id: "me", role: "moderator" } as Person;
  vi.spyOn(toasts, "say").mockImplementation(() => undefined);
  vi.spyOn(api, "judge").mockResolvedValue(null as never);
  vi.spyOn(api, "reports").mockResolvedValueOnce([report] as unknown as ReportShown[]);
  vi.spyOn(api, "audit").mockResolvedValueOnce([deed] as unknown as DeedShown[]);
  shown = mount(Moderation, { target: document.body });
  flushSync();
  await soon();
});
afterEach(async () => {
  await unmount(shown);
  settings.person = null;
  vi.restoreAllMocks();
});

it("waits for the lists before a report can be settled again", async () => {
  const deeds = () => document.querySelectorAll("section:last-child li").length;
  let answer = (_: ReportShown[]) => {};
  let tell = (_: DeedShown[]) => {};
  vi.mocked(api.reports).mockReturnValueOnce(new Promise((go) => (answer = go)));
  vi.mocked(api.audit).mockReturnValueOnce(new Promise((go) => (tell = go)));
  const button = document.querySelector<HTMLButtonElement>("form .button")!;
  button.click();
  await soon();
  expect(api.judge).toHaveBeenCalledOnce();
  expect([button.disabled, deeds()]).toEqual([true, 1]);
  answer([]);
  tell([{ ...deed, id: "2" }, deed] as unknown as DeedShown[]);
  await soon();
  expect([document.querySelector("article"), deeds()]).toEqual([null, 2]);
});
