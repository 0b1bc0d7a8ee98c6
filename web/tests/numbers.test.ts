// Shares and changes as numbers that are read at a glance.
import { afterEach, describe, expect, it } from "vitest";
import { figure, finePercent, measured, percent } from "../src/lib/i18n/numbers";
import { settings } from "../src/lib/settings.svelte";

describe("percent", () => {
  afterEach(() => void (settings.now.lang = "en"));

  it("says small shares more exactly than large ones", () => {
    settings.now.lang = "en";
    expect([0, 0.004, 0.0312, 0.0999, 0.3149, 1].map((share) => percent(share))).toEqual([
      "0%",
      "0.4%",
      "3.1%",
      "10%",
      "31%",
      "100%",
    ]);
  });

  it("says by how much something changed", () => {
    settings.now.lang = "en";
    expect([0.2, -0.305, -0.0124, 0, -0.0001].map((share) => percent(share, true))).toEqual([
      "+20%",
      "−31%",
      "−1.2%",
      "0%",
      "0%",
    ]);
  });

  it("says how sure that is, where it isn't", () => {
    settings.now.lang = "en";
    expect([measured(-0.305, null), measured(-0.305, 0.024)]).toEqual(["−31%", "−31%\u00a0±\u00a02.4%"]);
  });

  it.each(["de", "fr", "cs"] as const)("is written as in %s", (lang) => {
    settings.now.lang = lang;
    expect(percent(-0.0124, true)).toMatch(/^−1,2[\u00a0\u202f]%$/);
  });
});

describe("standings", () => {
  afterEach(() => void (settings.now.lang = "en"));

  it("have as many decimals as tell people apart", () => {
    expect([2, 2.5, 5 / 3].map(figure)).toEqual(["2", "2.5", "1.67"]);
    expect([0.5, 0.4834].map(finePercent)).toEqual(["50%", "48.3%"]);
    settings.now.lang = "de";
    expect([figure(2.5), finePercent(0.4834)]).toEqual(["2,5", "48,3\u00a0%"]);
  });
});
