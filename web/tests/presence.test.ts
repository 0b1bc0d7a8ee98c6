// Who is here, away or thinking, and who leaves and comes back.
import { describe, expect, it } from "vitest";
import { leavingKeys, presenceChanges, presenceOf } from "../src/lib/table/presence";
import type { Table, TableSeat } from "../src/lib/server/types";

const seat = (more: object) =>
  ({ seat: 0, kind: "person", mine: false, online: true, stand_in: null, ...more }) as TableSeat;
const table = (more: object, ...seats: object[]) =>
  ({
    pace: { kind: "none" },
    rated: false,
    ...more,
    seats: seats.map((each, number) => seat({ seat: number, ...each })),
  }) as Table;

describe("presence", () => {
  it("tells who is here, away and thinking", () => {
    expect(presenceOf(seat({}), false)).toBe("here");
    expect(presenceOf(seat({}), true)).toBe("thinking");
    expect(presenceOf(seat({ online: false }), true)).toBe("away");
  });
  it("tells a bot from a bot that plays for somebody who has left", () => {
    expect(presenceOf(seat({ kind: "bot" }), false)).toBe("bot");
    expect(presenceOf(seat({ kind: "bot" }), true)).toBe("thinking");
    expect(presenceOf(seat({ stand_in: "casual", online: false }), true)).toBe("left");
  });
});

describe("changes", () => {
  const here = table({}, { mine: true }, {}, {});
  it("are of others who leave and come back", () => {
    const left = table({}, { mine: true }, { stand_in: "casual" }, {});
    expect(presenceChanges(here, left)).toEqual([{ seat: 1, left: true }]);
    expect(presenceChanges(left, here)).toEqual([{ seat: 1, left: false }]);
  });
  it("aren't of oneself, nor of who only looks away", () => {
    expect(presenceChanges(here, table({}, { mine: true, stand_in: "casual" }, {}, {}))).toEqual([]);
    expect(presenceChanges(here, table({}, { mine: true }, { online: false }, {}))).toEqual([]);
  });
});

describe("leaving", () => {
  it("says what becomes of the seat, and who sees it", () => {
    expect(leavingKeys(table({}, { mine: true }, {}))).toEqual(["leave.bot", "leave.others"]);
    expect(leavingKeys(table({}, { mine: true }, { kind: "bot" }))).toEqual(["leave.bot", "leave.alone"]);
  });
  it("speaks of the clock and of a loss where there are such", () => {
    const rated = table({ pace: { kind: "live" }, rated: true }, { mine: true }, {});
    expect(leavingKeys(rated)).toEqual(["leave.bot", "leave.clock", "leave.others", "leave.rated"]);
    expect(leavingKeys(table({ pace: { kind: "days" } }, { mine: true }, {}))).toContain("leave.days");
  });
});
