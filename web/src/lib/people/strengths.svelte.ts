/** How strong the people at tables are, as far as they are rated; asked once a person and game. */
import { api } from "$lib/server/api";
import type { Rating, Table } from "$lib/server/types";

const MOST = 100;

class Strengths {
  private known = $state.raw<Record<string, Rating | null>>({});

  of(game: string, person: string | null): Rating | null {
    return (person && this.known[`${game} ${person}`]) || null;
  }

  /** Ask about everybody at these tables who isn't known yet. */
  learn(tables: readonly Table[]): void {
    const wanted = new Map<string, Set<string>>();
    for (const { game, seats } of tables)
      for (const { person } of seats)
        if (person && !(`${game} ${person}` in this.known))
          wanted.set(game, (wanted.get(game) ?? new Set()).add(person));
    for (const [game, people] of wanted) void this.ask(game, [...people].slice(0, MOST));
  }

  private async ask(game: string, people: string[]): Promise<void> {
    const nobody = Object.fromEntries(people.map((person) => [`${game} ${person}`, null]));
    this.known = { ...this.known, ...nobody };
    const found = await api.ratingsAmong(game, people).catch(() => ({}));
    const named = Object.entries(found).map(([person, rating]) => [`${game} ${person}`, rating]);
    this.known = { ...this.known, ...Object.fromEntries(named) };
  }
}

export const strengths = new Strengths();
