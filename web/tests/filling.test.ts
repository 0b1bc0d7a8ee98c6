import { describe, expect, it } from "vitest";
import { fill, form, listed, type Lang } from "../src/lib/filling";

describe("plural forms", () => {
  const counts = [0, 1, 2, 4, 5, 21];
  it.each([
    ["en", [1, 0, 1, 1, 1, 1]],
    ["de", [1, 0, 1, 1, 1, 1]],
    ["fr", [0, 0, 1, 1, 1, 1]],
    ["cs", [2, 0, 1, 1, 2, 2]],
  ] as [Lang, number[]][])("%s counts in its own way", (lang, forms) => {
    expect(counts.map((n) => form(lang, n))).toEqual(forms);
  });
});

describe("placeholders", () => {
  it("are filled with facts, plurals and forms", () => {
    const text = "{seat} sent {count} {count:person|people} {place@to}.";
    expect(fill("en", text, { seat: "Ada", count: 3, place: "Forest", "place@to": "to the forest" })).toBe(
      "Ada sent 3 people to the forest.",
    );
    expect(fill("en", text, { seat: "Ada", count: 1, place: "Forest" })).toBe("Ada sent 1 person Forest.");
  });
  it("stay visible without a fact", () => {
    expect(fill("en", "{who} wins", {})).toBe("{who} wins");
  });
  it("show a true minus and join lists", () => {
    expect(fill("en", "{n}: {list}", { n: -3, list: ["a", "b", 2] })).toBe("−3: a, b and 2");
    expect(listed("cs", ["a", "b"])).toBe("a a b");
    expect(listed("fr", [])).toBe("");
  });
});
