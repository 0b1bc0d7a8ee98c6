// The analysis of a game, followed from nothing to a deep one.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../src/lib/server/api";
import { Review } from "../src/lib/table/review.svelte";
import type { Summary, Analysis, Position } from "../src/lib/server/types";

const summary = (version: string) =>
  ({ version, costliest: [{ ply: 8, seat: 1, better: { kind: "gold", text: "gold" } }] }) as Summary;
const answers = (...all: Analysis[]) => vi.fn(() => Promise.resolve(all.shift()!));
const told = (look: Analysis["look"], more: boolean): Analysis => ({
  look,
  more,
  summary: look === "waiting" ? null : summary(look),
});

describe("the analysis of a game", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is followed from nothing to a quick one to a deep one, then left alone", async () => {
    const ask = answers(told("waiting", true), told("quick", true), told("deep", false));
    const review = new Review(ask);
    const seen: (string | undefined)[] = [];
    review.begin();
    review.begin();
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(n ? 1500 : 0);
      seen.push(review.summary?.version);
    }
    expect(seen).toEqual([undefined, "quick", "deep", "deep", "deep"]);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(review.more).toBe(false);
  });

  it("says why there is none, and may be asked for again", async () => {
    const problem = { key: "no-analysis", text: "None.", facts: {}, clause: null };
    const ask = vi.fn(() => Promise.reject(new Refused(409, problem)));
    const review = new Review(ask);
    review.begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(review.problem).toBe("None.");
    review.begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("asks no more once the table is left", async () => {
    const ask = answers(told("waiting", true), told("quick", true));
    const review = new Review(ask);
    review.begin();
    await vi.advanceTimersByTimeAsync(0);
    review.stop();
    await vi.advanceTimersByTimeAsync(9000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("tells of a decision where the board stands before it, seen by who made it", async () => {
    const review = new Review(answers(told("deep", false)));
    review.begin();
    await vi.advanceTimersByTimeAsync(0);
    const at = (ply: number, seat: number) => review.at({ ply, seat } as Position)?.better.text;
    expect([at(7, 1), at(7, 0), at(8, 1)]).toEqual(["gold", undefined, undefined]);
    expect(review.at(null)).toBeUndefined();
  });
});
