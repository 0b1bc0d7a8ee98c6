// What players are called, in one letter and in full.
import { describe, expect, it } from "vitest";
import { lettersAt, lettersOf, namesOf } from "../src/lib/table/players";
import type { Table, TableSeat } from "../src/lib/server/types";
import { table } from "./messages";

describe("players", () => {
  it("have one letter each, all different", () => {
    expect(lettersOf(["Ada", "Anna", "Ben", "ben"])).toEqual(["A", "N", "B", "E"]);
    expect(lettersOf(["名", "7"])).toEqual(["名", "2"]);
  });

  it("without a name are called by their seat, unless nobody sits there", () => {
    const now = table(1);
    const [ada, other] = now.seats as [TableSeat, TableSeat];
    const seats = [
      { ...ada, name: "Ada" },
      { ...other, name: "" },
      { ...other, seat: 2, kind: "open", name: "" },
    ];
    const shown = { ...now, seats } as Table;
    const say = (key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`;
    expect(namesOf(shown, say)).toEqual(["Ada", 'table.seat {"number":2}', ""]);
    expect(lettersAt(shown)).toEqual(["A", "2", "3"]);
  });

  it("of a record are called as they were, though nobody sits there now", () => {
    const now = table(1);
    const named = (...names: string[]) =>
      ({
        ...now,
        kind: "record",
        seats: now.seats.map((seat, i) => ({ ...seat, kind: "open", name: names[i] ?? "" })),
      }) as Table;
    expect(namesOf(named("Ada", "Ben"))).toEqual(["Ada", "Ben"]);
    const say = (_: string, facts: object = {}) => `Player ${Object.values(facts)[0]}`;
    expect(namesOf(named("Ada", ""), say)).toEqual(["Ada", "Player 2"]);
  });
});
