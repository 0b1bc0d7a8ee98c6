// Playing on from a position: who sits where, and what the server is asked for.
import { describe, expect, it } from "vitest";
import { asTheySat, branches, newSeatFor, type Branch } from "../src/lib/result/continuation";
import type { Table, Tried } from "../src/lib/server/types";

const seats = (...who: { mine?: boolean; level?: string }[]) =>
  ({
    seats: who.map((each, seat) => ({ seat, mine: each.mine ?? false, level: each.level ?? null })),
  }) as unknown as Table;

describe("playing on", () => {
  it("keeps bots and my seats, and lets bots play for others", () => {
    const table = seats({ level: "expert" }, { mine: true }, {});
    expect(asTheySat(table, [0], "casual")).toEqual(["bot:expert", "me", "bot:casual"]);
  });
  it("gives who only watched the seat that is asked", () => {
    const table = seats({ level: "expert" }, {}, { level: "novice" });
    expect(asTheySat(table, [2], "casual")).toEqual(["bot:expert", "bot:casual", "me"]);
    expect(asTheySat(table, [], "casual")).toEqual(["me", "bot:casual", "bot:novice"]);
  });
  it("asks the server for what was chosen", () => {
    expect(["me", "link", "bot:master"].map(newSeatFor)).toEqual([
      { kind: "me" },
      { kind: "link" },
      { kind: "bot", level: "master" },
    ]);
  });
  it("shows tries of tries under them, and others by themselves", () => {
    const tried = (id: string, table: string) => ({ id, from: { table, ply: 9 } }) as unknown as Tried;
    const told = (found: Branch[]): unknown[] =>
      found.map(({ table, further }) => [table.id, ...told(further)]);
    const all = [
      tried("deep", "late"),
      tried("early", "game"),
      tried("late", "early"),
      tried("lone", "gone"),
    ];
    expect(told(branches(all))).toEqual([["early", ["late", ["deep"]]], ["lone"]]);
  });
});
