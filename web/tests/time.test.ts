// Spans and moments of time in words.
import { describe, expect, it } from "vitest";
import en from "virtual:texts/en";
import fr from "virtual:texts/fr";
import { Texts } from "../src/lib/i18n/texts";
import { ago, clockWords } from "../src/lib/i18n/time";

describe("time in words", () => {
  it("has the two largest units of a span", () => {
    const texts = { en: new Texts("en", en), fr: new Texts("fr", fr) };
    const words = (lang: "en" | "fr", ms: number) =>
      clockWords(ms, (key, facts) => texts[lang].say(`web.${key}`, facts));
    expect(words("en", 0)).toBe("0:00");
    expect(words("en", 61_000)).toBe("1:01");
    expect(words("en", 3_600_000 * 5 + 60_000)).toBe("5 h 1 min");
    expect(words("en", 86_400_000 * 2 + 3_600_000)).toBe("2 d 1 h");
    expect(words("fr", 86_400_000 * 2 + 3_600_000)).toBe("2 j 1 h");
  });

  it("says how long ago something was", () => {
    expect(ago("en", 0, 5 * 60_000)).toBe("5 min. ago");
    expect(ago("de", 0, 86_400_000)).toBe("gestern");
    expect(ago("en", 10, 0)).toBe("now");
  });
});
