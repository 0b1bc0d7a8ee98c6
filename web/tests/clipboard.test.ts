// Copying a link: by the browser, as by hand, or shown to whoever copies it.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import CopyByHand from "../src/components/page/CopyByHand.svelte";
import { clipboard } from "../src/lib/page/clipboard.svelte";
import { settings } from "../src/lib/settings.svelte";
import { toasts } from "../src/lib/toasts.svelte";

const LINK = "https://cradle.example/t/abc";
const stubClipboard = (writeText?: () => Promise<void>) =>
  vi.stubGlobal("navigator", { ...navigator, clipboard: writeText && { writeText } });
let commands: (() => boolean)[];
beforeEach(async () => {
  await settings.load("en");
  toasts.all = [];
  clipboard.left = "";
  commands = [];
  document.execCommand = () => commands.shift()!();
});
afterEach(() => vi.unstubAllGlobals());

const refuse = () => Promise.reject(new DOMException("no", "NotAllowedError"));
const said = () => toasts.all.map(({ text }) => text);

it("is done by the browser where it may", async () => {
  stubClipboard(() => Promise.resolve());
  await clipboard.copyLink(LINK);
  expect([said(), clipboard.left]).toEqual([["The link has been copied."], ""]);
});

it.each([undefined, refuse])(
  "is done as by hand where there is no clipboard, and the focus stays",
  async (how) => {
    stubClipboard(how);
    document.body.innerHTML = "<button>Copy</button>";
    const button = document.querySelector("button")!;
    button.focus();
    commands = [() => true];
    await clipboard.copyLink(LINK);
    expect([said(), clipboard.left]).toEqual([["The link has been copied."], ""]);
    expect(document.activeElement).toBe(button);
  },
);

it.each([
  () => false,
  () => {
    throw new Error("no");
  },
])("is left to the reader where nothing may", async (command) => {
  stubClipboard(refuse);
  commands = [command];
  const shown = mount(CopyByHand, { target: document.body });
  await clipboard.copyLink(LINK);
  flushSync();
  expect(said()).toEqual([]);
  expect(document.querySelector<HTMLInputElement>("dialog input")!.value).toBe(LINK);
  document.querySelector("dialog")!.close();
  flushSync();
  expect(clipboard.left).toBe("");
  await unmount(shown);
});
