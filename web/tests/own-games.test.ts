// One's own games together: what decisions cost, by game and by kind.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import OwnGamesPanel from "../src/components/people/OwnGames.svelte";
import { judged, lostByKind, luckOf, together } from "../src/lib/people/own-games";
import { api } from "../src/lib/server/api";
import { settings } from "../src/lib/settings.svelte";
import type { OwnGame, AnalysedSeat, Person } from "../src/lib/server/types";

const summary = (own: number, accuracy: number, decisions: number, placing: number): AnalysedSeat => ({
  start: 0.5,
  own,
  others: 0.1,
  drawn: 0.2,
  unforeseen: -0.1,
  result: 1,
  accuracy,
  decisions,
  mistakes: 2,
  kinds: [
    { kind: "place", decisions: 4, mistakes: 2, cost: placing },
    { kind: "pay", decisions: decisions - 4, mistakes: 0, cost: -own - placing },
  ],
});
const game = (table: string, of: string, found: AnalysedSeat | null): OwnGame => ({
  table,
  game: of,
  seats: 2,
  seat: 0,
  over_at: 1,
  summary: found,
});
const GAMES = [
  game("a", "chess", summary(-0.2, 0.5, 10, 0.15)),
  game("b", "chess", null),
  game("c", "go", summary(-0.9, 0.1, 5, 0.5)),
  game("d", "chess", summary(-0.4, 0.8, 30, 0.35)),
];

describe("one's own games", () => {
  it("count where they are judged, each game for itself", () => {
    expect(judged(GAMES, "chess").map(({ table }) => table)).toEqual(["a", "d"]);
  });

  it("give means of a game, and of all decisions how many cost nothing", () => {
    const all = together(judged(GAMES, "chess"));
    expect(all).toMatchObject({ games: 2, result: 1, mistakes: 2 });
    expect(all.cost).toBeCloseTo(0.3);
    expect(all.luck).toBeCloseTo(0.1);
    expect(all.accuracy).toBeCloseTo((5 + 24) / 40);
    expect(luckOf(GAMES[0]!.summary!)).toBeCloseTo(0.1);
    expect(together([]).games).toBe(0);
  });

  it("say what each kind of decision costs a game, the dearest first, and miss nothing", () => {
    const kinds = lostByKind(judged(GAMES, "chess"));
    expect(kinds.map(({ kind }) => kind)).toEqual(["place", "pay"]);
    expect(kinds[0]!.cost).toBeCloseTo(0.25);
    expect(kinds.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(0.3);
    expect(kinds[1]!.decisions).toBeCloseTo(16);
  });
});

describe("their panel", () => {
  afterEach(() => {
    settings.person = null;
    vi.restoreAllMocks();
  });

  it("stays while its reader switches settings, and goes with them", async () => {
    vi.spyOn(api, "ownGames").mockResolvedValue({ games: GAMES, more: false });
    const be = (person: Partial<Person> | null) => flushSync(() => (settings.person = person as Person));
    const panel = () => document.querySelector("section.own");
    be({ id: "me" });
    const shown = mount(OwnGamesPanel, { target: document.body });
    await vi.waitFor(() => expect(panel()).not.toBeNull());
    be({ id: "me", name: "Ada" });
    expect(panel()).not.toBeNull();
    expect(api.ownGames).toHaveBeenCalledOnce();
    be(null);
    expect(panel()).toBeNull();
    await unmount(shown);
  });
});
