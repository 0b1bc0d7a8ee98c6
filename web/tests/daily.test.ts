// The game of the day: which table is whose day's, and what its button offers.
import { expect, test } from "vitest";
import { dailyOf, stageOf, standingsPath } from "../src/lib/table/daily";
import type { DailyGame, Table } from "../src/lib/server/types";

const table = (luck: string | null) => ({ game: "stone-age", luck }) as Table;

test("a table tells by its luck which day it belongs to", () => {
  expect(dailyOf(table("daily.stone-age.20408"))).toEqual({ game: "stone-age", day: 20408 });
  expect(standingsPath(table("daily.stone-age.20408"))).toBe("/daily/stone-age?day=20408");
  for (const luck of [null, "duplicate.k3v9x2m7qahd", "daily.stone-age."])
    expect(dailyOf(table(luck))).toBeNull();
  expect(standingsPath(null)).toBeNull();
});

test("today's game is begun, gone on with, or compared", () => {
  const stage = (state: DailyGame["state"]) => stageOf({ state } as DailyGame);
  expect(stage(null)).toBe("play");
  expect(stage("playing")).toBe("go_on");
  expect([stage("over"), stage("closed")]).toEqual(["see", "see"]);
});
