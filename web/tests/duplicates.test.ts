// Tables with the same luck: their links, and how seats are compared.
import { expect, test } from "vitest";
import { bestAt, linkTo, mayLook, pointsAt, seatsForAll } from "../src/lib/lobby/duplicates";
import type { Duplicate, Table } from "../src/lib/server/types";

const table = (...totals: number[]) =>
  ({ id: "t", scores: totals.length ? totals.map((total, seat) => ({ seat, total })) : null }) as Table;

test("my own seat is for whoever has the link", () => {
  const seats = seatsForAll([{ kind: "me" }, { kind: "open" }, { kind: "bot", level: "expert" }]);
  expect(seats.map(({ kind, level }) => [kind, level])).toEqual([
    ["link", null],
    ["open", null],
    ["bot", "expert"],
  ]);
});

test("seats are compared across tables once two have ended", () => {
  const tables = [table(90, 120), table(), table(100, 80)];
  const told = (tables: Table[]) => ({ id: "d", told: false, tables }) as Duplicate;
  expect([bestAt(told(tables), 0), bestAt(told(tables), 1)]).toEqual([100, 120]);
  expect(bestAt(told(tables.slice(0, 2)), 0)).toBeNull();
  expect(pointsAt(tables[1]!, 0)).toBeNull();
});

test("a link carries the invitation that only the host knows", () => {
  expect(linkTo({ ...table(), invite: "abc" })).toBe("/t/t?key=abc");
  expect(linkTo({ ...table(), invite: null })).toBe("/t/t");
});

test("a game may be looked at by who has played it, and by all when it is told", () => {
  const over = { ...table(90, 120), state: "over", host: "hana", seats: [{ mine: false }] } as Table;
  const untold = { id: "d", told: false } as Duplicate;
  expect(mayLook(untold, over, "ada")).toBe(true); // The server shows scores to those who have ended theirs.
  expect(mayLook(untold, over, "hana")).toBe(false);
  expect(mayLook({ ...untold, told: true }, over, "hana")).toBe(true);
  expect(mayLook(untold, { ...over, seats: [{ mine: true }] } as Table, "hana")).toBe(true);
  expect(mayLook({ ...untold, told: true }, { ...over, state: "closed" }, "ada")).toBe(false);
});
