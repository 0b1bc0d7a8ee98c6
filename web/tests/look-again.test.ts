import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lookAgain } from "../src/lib/look-again";

let changes: boolean;
let end = () => {};
const look = vi.fn(() => Promise.resolve(changes));
const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => {
  vi.useFakeTimers();
  look.mockClear();
  changes = true;
  show("visible");
  end = lookAgain(look);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("looks soon while something changes, and ever later while nothing does", async () => {
  await vi.advanceTimersByTimeAsync(40_000);
  const often = look.mock.calls.length;
  expect(often).toBe(11);
  changes = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(look.mock.calls.length - often).toBeLessThan(30);
  expect(look.mock.calls.length - often).toBeGreaterThan(15);
});

it("doesn't look while the page is hidden, and at once when it is shown", async () => {
  await vi.advanceTimersByTimeAsync(0);
  show("hidden");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(look).toHaveBeenCalledTimes(1);
  show("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(look).toHaveBeenCalledTimes(2);
});

it("ends, also while it looks", async () => {
  end();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(look).toHaveBeenCalledTimes(1);
});
