// Being away and coming back: what lies between the last look and the next.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Absence } from "../src/lib/table/absence.svelte";

let visibility = "visible";
let open: Absence[] = [];
const turn = (to: string) => {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
};

describe("an absence", () => {
  beforeEach(() => {
    localStorage.clear();
    visibility = "visible";
    vi.spyOn(document, "visibilityState", "get").mockImplementation(
      () => visibility as DocumentVisibilityState,
    );
  });
  afterEach(() => {
    open.forEach((absence) => absence.end());
    open = [];
    vi.restoreAllMocks();
  });

  function visit(...plies: number[]): Absence {
    const absence = new Absence("t");
    open.push(absence);
    absence.begin();
    plies.forEach((ply) => absence.show(ply));
    return absence;
  }

  it("is none on the first visit, and while one looks on", () => {
    expect(visit(3, 4, 9).since).toBeNull();
  });

  it("lasts from what was seen last to the next visit", () => {
    visit(3, 4);
    expect(visit(9, 10).since).toBe(4);
    expect(visit(10).since).toBeNull();
  });

  it("lasts as long as the page is hidden", () => {
    const absence = visit(3);
    turn("hidden");
    absence.show(4);
    absence.show(5);
    expect(absence.since).toBeNull();
    turn("visible");
    expect(absence.since).toBe(3);
    absence.forget();
    absence.show(6);
    expect(absence.since).toBeNull();
  });

  it("is noticed again after an end", () => {
    const absence = visit(3);
    absence.end();
    absence.begin();
    turn("hidden");
    absence.show(4);
    turn("visible");
    expect(absence.since).toBe(3);
  });

  it("is remembered for a limited number of tables", () => {
    for (let n = 0; n < 150; n++) {
      const absence = new Absence(`t${n}`);
      absence.show(1);
      absence.end();
    }
    expect(Object.keys(JSON.parse(localStorage.getItem("cradle.seen")!) as object)).toHaveLength(100);
  });
});
