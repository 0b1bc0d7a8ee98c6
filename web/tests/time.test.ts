import { describe, expect, it } from "vitest";
import { ago, clockWords } from "../src/lib/time";

describe("time in words", () => {
  it("has the two largest units of a span", () => {
    expect(clockWords(0)).toBe("0:00");
    expect(clockWords(61_000)).toBe("1:01");
    expect(clockWords(3_600_000 * 5 + 60_000)).toBe("5 h 1 min");
    expect(clockWords(86_400_000 * 2 + 3_600_000)).toBe("2 d 1 h");
  });

  it("says how long ago something was", () => {
    expect(ago("en", 0, 5 * 60_000)).toBe("5 min. ago");
    expect(ago("de", 0, 86_400_000)).toBe("gestern");
    expect(ago("en", 10, 0)).toBe("now");
  });
});
