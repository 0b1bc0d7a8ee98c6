import { afterEach, describe, expect, it, vi } from "vitest";
import { press } from "../src/lib/keys";
import type { Room } from "../src/lib/room.svelte";

const act = { open: () => undefined, hint: () => undefined, odds: () => undefined, forget: () => undefined };

/** A page with buttons that can be seen, each with what a click on it does. */
function page(html: string): void {
  document.body.innerHTML = html;
  for (const button of document.querySelectorAll("button")) button.checkVisibility = () => true;
}

function enterOn(selector: string): { prevented: boolean; clicked: boolean } {
  const take = vi.fn();
  document.querySelector('[data-key="Enter"]')!.addEventListener("click", take);
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  const target = document.querySelector(selector)!;
  target.addEventListener("keydown", (each) =>
    press(each as KeyboardEvent, { chosen: null, waiting: false } as Room, act),
  );
  target.dispatchEvent(event);
  return { prevented: event.defaultPrevented, clicked: take.mock.calls.length > 0 };
}

describe("Enter", () => {
  afterEach(() => (document.body.innerHTML = ""));

  it("does what stands on a button, also from a place that is closed by now", () => {
    page('<button class="place" aria-disabled="true"></button><button data-key="Enter"></button>');
    expect(enterOn(".place")).toEqual({ prevented: true, clicked: true });
  });

  it("leaves a button that can be pressed to itself", () => {
    page('<button class="place"></button><button data-key="Enter"></button>');
    expect(enterOn(".place")).toEqual({ prevented: false, clicked: false });
  });
});
