// What was said and not yet read, table by table.
import { beforeEach, describe, expect, it } from "vitest";
import { ReadingMark } from "../src/lib/table/unread.svelte";
import type { Line } from "../src/lib/server/types";

const lines = (count: number) => Array.from({ length: count }, (_, i) => ({ number: i + 1 }) as Line);

describe("what was said", () => {
  beforeEach(() => sessionStorage.clear());

  it("is unread until somebody looks, and then what comes after", () => {
    const mark = new ReadingMark("t");
    expect(mark.unread(lines(3))).toBe(3);
    mark.moveBehind(lines(3));
    expect([mark.unread(lines(3)), mark.unread(lines(5))]).toEqual([0, 2]);
  });

  it("stays read at its own table when the page is loaded anew", () => {
    new ReadingMark("t").moveBehind(lines(3));
    expect(new ReadingMark("t").unread(lines(4))).toBe(1);
    expect(new ReadingMark("another").unread(lines(4))).toBe(4);
  });
});
