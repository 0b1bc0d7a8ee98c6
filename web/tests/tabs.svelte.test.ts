// Tabs by keys, as the ARIA pattern has them.
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import Tabs from "../src/components/Tabs.svelte";

const NAMES = ["log", "chat", "notes"];
let shown: object;
let props: { chosen: string };
function show(chosen: string) {
  const state = $state({
    label: "Beside",
    tabs: NAMES.map((name) => ({ name, text: name })),
    chosen,
    choose: (name: string) => (state.chosen = name),
    panel: createRawSnippet(() => ({ render: () => "<p>Here.</p>" })),
  });
  props = state;
  shown = mount(Tabs, { target: document.body, props: state });
  flushSync();
}
afterEach(async () => {
  await unmount(shown);
});

const tabs = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];
const press = (key: string) => {
  document.activeElement!.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  flushSync();
};

it.each([
  ["log", "ArrowRight", "chat"],
  ["log", "ArrowLeft", "notes"],
  ["notes", "ArrowRight", "log"],
  ["chat", "Home", "log"],
  ["chat", "End", "notes"],
])("goes from %s by %s to %s, with the focus", (from, key, to) => {
  const heard = vi.fn();
  addEventListener("keydown", heard);
  show(from);
  tabs()[NAMES.indexOf(from)]!.focus();
  press(key);
  removeEventListener("keydown", heard);
  expect(props.chosen).toBe(to);
  expect(document.activeElement?.textContent).toBe(to);
  expect(heard).not.toHaveBeenCalled();
});

it("is one stop of the Tab key, and leaves other keys alone", () => {
  show("chat");
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  tabs()[1]!.focus();
  press("u");
  expect(props.chosen).toBe("chat");
  const panel = document.querySelector("[role=tabpanel]")!;
  expect(panel.getAttribute("aria-labelledby")).toBe(tabs()[1]!.id);
});
