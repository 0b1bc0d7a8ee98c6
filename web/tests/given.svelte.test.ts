// Boards while a table tells of clocks, chat or people: what was half done stays until the moves are others.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import facts from "../src/boards/stone-age/facts.json";
import lesson from "../src/boards/stone-age/lesson.json";
import AskPayment from "../src/boards/stone-age/AskPayment.svelte";
import AskTools from "../src/boards/stone-age/AskTools.svelte";
import Board from "../src/boards/stone-age/Board.svelte";
import OpenTable from "../src/components/lobby/OpenTable.svelte";
import { Texts } from "../src/lib/i18n/texts";
import type { BoardProps } from "../src/lib/kit";
import { makeLocalTable } from "../src/lib/practice/local-table";
import type { Room } from "../src/lib/table/room.svelte";

/** The lesson leaves no choice of how many. */
const SENDS = [1, 2].map((count) => ({ text: `send forest ${count}`, kind: "send", place: "forest", count }));
/** What the pupil of the lesson is asked first in a step. */
const asked = (kind: string) => lesson.plays.find(({ by, step }) => by === 0 && step?.kind === kind)!;

/** A part that is given a lesson's question; `tell` is a message without another move, `ask` one with the same. */
function show(Part: unknown, kind: string) {
  const { view, step, ...question } = asked(kind);
  const moves = kind === "place-people" ? SENDS : question.moves;
  let heard = $state.raw({ names: ["Ada", "Ben"], moves: [...moves] });
  const props = {
    ...{ game: "stone-age", view, closed: [], step, seat: 0, facts, texts: new Texts("en", {}) },
    ...{ news: [], chosen: null, pending: null, undo: null, past: false, moving: false, scores: null },
    ...{ choose: vi.fn(), preview: () => null, outcome: () => [], letters: ["A", "B"] },
    get names() {
      return heard.names;
    },
    get moves() {
      return heard.moves;
    },
  } as unknown as BoardProps;
  const shown = mount(Part as Component<BoardProps>, { target: document.body, props });
  flushSync();
  const hear = (more: Partial<typeof heard>) => flushSync(() => (heard = { ...heard, ...more }));
  return {
    tell: () => hear({ names: ["Ada", "Eve"] }),
    ask: () => hear({ moves: [...moves] }),
    end: () => unmount(shown),
  };
}
const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const click = (selector: string) => flushSync(() => one(selector).click());

describe("what is half done", () => {
  beforeEach(() =>
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    ),
  );
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["a payment", AskPayment, "buy-building", "[data-key='shift+f']", () => one(".value").textContent],
    ["picked tools", AskTools, "add-tools", ".tool", () => one(".tool").getAttribute("aria-pressed")],
    ["an open place", Board, "place-people", ".place[data-place=forest]", () => !!one(".picker")],
  ])("stays where only the table changes: %s", async (_, Part, kind, button, state) => {
    const { tell, ask, end } = show(Part, kind);
    const before = state();
    click(button);
    const done = state();
    expect(done).not.toEqual(before);
    tell();
    expect(state()).toEqual(done);
    ask();
    expect(state()).toEqual(before);
    await end();
  });
});

describe("a table before its start", () => {
  it("leaves the salt that is being typed when somebody else sits down", async () => {
    const table = makeLocalTable("none", 2, 0);
    const room = $state({ table, names: [], letters: [] });
    const props = { room: room as unknown as Room, invitation: null };
    const shown = mount(OpenTable, { target: document.body, props });
    flushSync();
    const input = [...document.querySelectorAll("input")].at(-1)!;
    input.value = "pinch";
    flushSync(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
    flushSync(() => (room.table = { ...table, watchers: 1 }));
    expect(input.value).toBe("pinch");
    flushSync(() => (room.table = { ...table, seats: table.seats.map((s) => ({ ...s, salt: "kept" })) }));
    expect(input.value).toBe("kept");
    await unmount(shown);
  });
});
