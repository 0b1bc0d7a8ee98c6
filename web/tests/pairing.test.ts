// The search for players: kept up while one waits, and ended by signing out.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/server/api";
import { pairing } from "../src/lib/lobby/pairing.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { NewGuest, Person, Searching, SearchWish } from "../src/lib/server/types";
import { watch } from "../src/lib/lobby/watch.svelte";

const WISH: SearchWish = { game: "stone-age", players: 2, pace: "now", rated: false };
const LONG = 1_000_000;
const looking = (mine: SearchWish | null): Searching => ({ mine, table: null, wanted: [] });

beforeEach(() => {
  vi.useFakeTimers();
  settings.person = { id: "me" } as Person;
  vi.spyOn(api, "seek").mockImplementation(async (wish) => looking({ ...wish }));
  vi.spyOn(api, "search").mockImplementation(async () => looking({ ...WISH }));
  vi.spyOn(api, "enter").mockResolvedValue({ id: "another" } as NewGuest);
});
afterEach(() => {
  pairing.forget();
  settings.person = null;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a search", () => {
  it("ends here when its person signs out", async () => {
    await pairing.seek(WISH);
    settings.person = null;
    watch.forget();
    await vi.advanceTimersByTimeAsync(LONG);
    expect(pairing.mine).toBeNull();
    expect(api.seek).toHaveBeenCalledTimes(1);
    expect(api.enter).not.toHaveBeenCalled();
  });

  it("is kept up also while one looks how it stands", async () => {
    await pairing.seek(WISH);
    for (let passed = 0; passed < LONG; passed += 20_000) {
      await vi.advanceTimersByTimeAsync(20_000);
      await pairing.load();
    }
    expect(vi.mocked(api.seek).mock.calls.length).toBe(1 + Math.floor(LONG / 240_000));
  });

  it("isn't lost to a look from before it", async () => {
    let answer = (_: Searching) => {};
    vi.mocked(api.search).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const look = pairing.load();
    await pairing.seek(WISH);
    answer(looking(null));
    await look;
    expect(pairing.mine).toEqual(WISH);
  });

  it("isn't lost to a look while it begins", async () => {
    let begin = (_: Searching) => {};
    vi.mocked(api.seek).mockReturnValueOnce(new Promise((resolve) => (begin = resolve)));
    vi.mocked(api.search).mockResolvedValueOnce(looking(null));
    const seek = pairing.seek(WISH);
    await vi.advanceTimersByTimeAsync(1);
    const look = pairing.load();
    begin(looking(WISH));
    await Promise.all([seek, look]);
    expect(pairing.mine).toEqual(WISH);
  });
});
