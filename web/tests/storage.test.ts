// What the browser keeps, and that nobody fails where it keeps nothing.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { lasting, passing } from "../src/lib/browser/storage";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const forbidden = () => {
  throw new DOMException("no", "SecurityError");
};
const full = {
  getItem: () => null,
  setItem() {
    throw new DOMException("full", "QuotaExceededError");
  },
  removeItem: () => undefined,
};

it.each([
  ["lasting", lasting, () => localStorage],
  ["passing", passing, () => sessionStorage],
])("keeps and forgets, %s", (_, keeper, storage) => {
  expect(keeper.read("a", [0])).toEqual([0]);
  expect(keeper.write("a", [1, 2])).toBe(true);
  expect(storage().getItem("a")).toBe("[1,2]");
  expect(keeper.read("a", [0])).toEqual([1, 2]);
  keeper.remove("a");
  expect(keeper.text("a")).toBeNull();
});

it.each(["{", "null", "plain words"])("reads %s as nothing", (text) => {
  lasting.keepText("a", text);
  expect(lasting.read("a", "nothing")).toBe("nothing");
});

it("fails nowhere without room", () => {
  vi.stubGlobal("localStorage", full);
  expect(lasting.write("a", 1)).toBe(false);
  settings.set({ sounds: false });
  expect(settings.now.sounds).toBe(false);
});

it("fails nowhere where even naming it is forbidden", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage")!;
  Object.defineProperty(globalThis, "localStorage", { get: forbidden, configurable: true });
  expect(lasting.text("a")).toBeNull();
  expect(lasting.read("a", 7)).toBe(7);
  expect(lasting.write("a", 1)).toBe(false);
  lasting.remove("a");
  Object.defineProperty(globalThis, "localStorage", before);
});
