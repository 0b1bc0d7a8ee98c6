// Lists of tables that are kept up by what is new or has changed.
import { describe, expect, it } from "vitest";
import { updateList } from "../src/lib/lobby/lists";
import type { Table } from "../src/lib/server/types";

const table = (id: string, seq = 0) => ({ id, seq }) as Table;

describe("a list of tables", () => {
  const first = updateList([], { order: ["b", "a"], tables: [table("b"), table("a")] });

  it("has everything at first, in its order", () => {
    expect(first).toEqual([table("b"), table("a")]);
  });

  it("takes in what is new or has changed, and keeps the rest", () => {
    const next = updateList(first, { order: ["c", "b", "a"], tables: [table("c"), table("a", 7)] });
    expect(next).toEqual([table("c"), table("b"), table("a", 7)]);
    expect(next[1]).toBe(first[0]);
  });

  it("drops what is listed no more", () => {
    expect(updateList(first, { order: ["a"], tables: [] })).toEqual([table("a")]);
  });

  it("is told anew after a cut", () => {
    expect(updateList(first, { order: ["a", "z"], tables: [table("a", 9), table("z")] })).toEqual([
      table("a", 9),
      table("z"),
    ]);
  });
});
