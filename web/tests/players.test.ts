import { describe, expect, it } from "vitest";
import { lettersOf } from "../src/lib/players";

describe("players", () => {
  it("have one letter each, all different", () => {
    expect(lettersOf(["Ada", "Anna", "Ben", "ben"])).toEqual(["A", "N", "B", "E"]);
    expect(lettersOf(["名", "7"])).toEqual(["名", "2"]);
  });
});
