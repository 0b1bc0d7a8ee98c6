// Which ladder a table counts on, or why on none.
import { describe, expect, it } from "vitest";
import { ladderWords, newTableLadderWords } from "../src/lib/people/ladders";
import { t } from "../src/lib/settings.svelte";

const wish = { seats: ["me", "bot", "bot"] as const, rated: false, guest: false, shared: false };

describe("a table that isn't made yet", () => {
  it("counts against bots where nobody else plays", () => {
    expect(t("ladder.counts_solo")).not.toBe(t("ladder.not.unrated"));
    expect(newTableLadderWords(wish)).toBe(t("ladder.counts_solo"));
    expect(newTableLadderWords({ ...wish, seats: ["me", "open"] })).toBe(t("ladder.not.unrated"));
    expect(newTableLadderWords({ ...wish, seats: ["me", "open"], rated: true })).toBe(
      t("ladder.counts_people"),
    );
  });

  it("says why it counts nowhere", () => {
    expect(newTableLadderWords({ ...wish, guest: true })).toBe(t("ladder.not.guest"));
    expect(newTableLadderWords({ ...wish, shared: true })).toBe(t("ladder.not.luck"));
    expect(newTableLadderWords({ ...wish, seats: ["me", "me"] })).toBe(t("ladder.not.hot-seat"));
    expect(newTableLadderWords({ ...wish, seats: ["bot", "bot"] })).toBe(t("ladder.not.bots"));
  });
});

describe("a table", () => {
  it("says what it counts for as the server does", () => {
    expect(ladderWords({ ladder: "people", unrated: null })).toBe(t("ladder.counts_people"));
    expect(ladderWords({ ladder: null, unrated: "helped" })).toBe(t("ladder.not.helped"));
  });
});
