// Reactions at their seats: shown, spoken once, and gone by themselves.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Reactions } from "../src/lib/table/reactions.svelte";
import { settings } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Reaction } from "../src/lib/server/types";

const shown = (id: string, seat: number | null, more: Partial<Reaction> = {}): Reaction => ({
  type: "reaction",
  id,
  reaction: "wow",
  person: `p${seat}`,
  by: "Ada",
  seat,
  ...more,
});

describe("reactions", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    settings.now.reactions = true;
  });

  it("are shown at their seat, the latest of each, and go by themselves", () => {
    const reactions = new Reactions("t");
    reactions.hear(shown("a", 0));
    reactions.hear(shown("b", null));
    vi.advanceTimersByTime(3000);
    reactions.hear(shown("c", 0, { reaction: "oops" }));
    expect(reactions.at(0)?.id).toBe("c");
    expect(reactions.at(null)?.id).toBe("b");
    expect(reactions.at(1)).toBeUndefined();
    vi.advanceTimersByTime(3000);
    expect(reactions.at(null)).toBeUndefined();
    expect(reactions.at(0)?.id).toBe("c");
    vi.advanceTimersByTime(3000);
    expect(reactions.shown).toEqual([]);
  });

  it("are mine where I have shown them", () => {
    settings.person = { id: "p1" } as typeof settings.person;
    const reactions = new Reactions("t");
    reactions.hear(shown("a", 0));
    expect(reactions.mine).toBeUndefined();
    reactions.hear(shown("b", 1));
    expect(reactions.mine?.id).toBe("b");
    settings.person = null;
  });

  it("are spoken once, also where they are told again after the line was lost", () => {
    const reactions = new Reactions("t");
    const before = toasts.spoken.length;
    reactions.hear(shown("a", 0));
    reactions.hear(shown("a", 0));
    expect(reactions.shown).toHaveLength(1);
    expect(toasts.spoken.length).toBe(before + 1);
  });

  it("of others are neither shown nor spoken for who has switched them off", () => {
    settings.now.reactions = false;
    settings.person = { id: "me" } as typeof settings.person;
    const spoken = toasts.spoken;
    const reactions = new Reactions("t");
    reactions.hear(shown("a", 0));
    expect(toasts.spoken).toBe(spoken);
    reactions.hear(shown("b", 1, { person: "me" }));
    expect(reactions.shown.map(({ id }) => id)).toEqual(["b"]);
    settings.person = null;
  });
});
