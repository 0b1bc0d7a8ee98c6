// What keys do: Enter on buttons, and Shift for one less.
import { afterEach, describe, expect, it, vi } from "vitest";
import { handleKey } from "../src/lib/table/keys";
import type { Room } from "../src/lib/table/room.svelte";

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
    handleKey(each as KeyboardEvent, { chosen: null, waiting: false } as Room, act),
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

describe("Shift", () => {
  const clicked: string[] = [];
  const type = (key: string, shiftKey = false): string | undefined => {
    clicked.length = 0;
    for (const button of document.querySelectorAll("button"))
      button.onclick = () => void clicked.push(button.id);
    const event = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true });
    document.body.onkeydown = (each) => handleKey(each, { chosen: null, waiting: false } as Room, act);
    document.body.dispatchEvent(event);
    return clicked[0];
  };
  afterEach(() => (document.body.innerHTML = ""));

  it("tells one less from one more, and never does the other of them", () => {
    page('<button id="less" data-key="shift+f"></button><button id="more" data-key="f"></button>');
    expect(type("F", true)).toBe("less");
    expect(type("f")).toBe("more");
    expect(type("F"), "Caps Lock").toBe("more");
    document.querySelector<HTMLButtonElement>("#less")!.disabled = true;
    expect(type("F", true)).toBeUndefined();
  });
  it("matters only where a button names it", () => {
    page('<button id="forest" data-key="F"></button>');
    expect(type("F", true)).toBe("forest");
    expect(type("f")).toBe("forest");
  });
});

describe("a key that is held", () => {
  afterEach(() => (document.body.innerHTML = ""));

  it("does what it does once, and only walks on through the past", () => {
    page('<button id="pay" data-key="p"></button>');
    const done: string[] = [];
    document.querySelector("button")!.onclick = () => void done.push("pay");
    const room = { past: null, plies: 9, chosen: null, waiting: false } as unknown as Room;
    Object.assign(room, { undo: () => done.push("undo"), showPly: (ply: number) => done.push(`at ${ply}`) });
    document.body.onkeydown = (each) => handleKey(each, room, act);
    const hold = (key: string, on: Element = document.body) =>
      [false, true, true].map((repeat) => {
        const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true });
        on.dispatchEvent(event);
        return event.defaultPrevented;
      });
    hold("p");
    hold("u");
    expect(done).toEqual(["pay", "undo"]);
    hold("ArrowLeft");
    expect(done.slice(2)).toEqual(["at 8", "at 8", "at 8"]);
    expect(hold("Enter", document.querySelector("button")!)).toEqual([false, true, true]);
    expect(hold(" ", document.querySelector("button")!)).toEqual([false, true, true]);
    expect(hold(" "), "where it scrolls").toEqual([false, false, false]);
    expect(hold("Tab")).toEqual([false, false, false]);
    document.body.onkeydown = null;
  });
});
