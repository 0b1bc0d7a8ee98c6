/** One's own finished games together: how exact one was, what luck brought, and where chances are lost. */
import type { AnalysedKind, OwnGame, AnalysedSeat } from "$lib/server/types";

type JudgedGame = OwnGame & { summary: AnalysedSeat };

interface Together {
  games: number;
  /** Means of a game: the share of it that was won, what luck brought, what own decisions cost. */
  result: number;
  luck: number;
  cost: number;
  mistakes: number;
  /** The share of all decisions that cost next to nothing. */
  accuracy: number;
}

export const judged = (games: readonly OwnGame[], game: string): JudgedGame[] =>
  games.filter((each): each is JudgedGame => each.game === game && each.summary !== null);

export const luckOf = ({ drawn, unforeseen }: AnalysedSeat): number => drawn + unforeseen;

/** All games as one. */
export function together(games: readonly JudgedGame[]): Together {
  const mean = (of: (summary: AnalysedSeat) => number) =>
    games.reduce((sum, { summary }) => sum + of(summary), 0) / Math.max(1, games.length);
  const decisions = mean((summary) => summary.decisions);
  return {
    games: games.length,
    result: mean((summary) => summary.result),
    luck: mean(luckOf),
    cost: mean((summary) => -summary.own),
    mistakes: mean((summary) => summary.mistakes),
    accuracy: decisions ? mean((summary) => summary.accuracy * summary.decisions) / decisions : 1,
  };
}

/** What each kind of decision cost, a game on average, the dearest first. */
export function lostByKind(games: readonly JudgedGame[]): AnalysedKind[] {
  const found = new Map<string, AnalysedKind>();
  for (const { summary } of games)
    for (const { kind, decisions, mistakes, cost } of summary.kinds) {
      const sum = found.get(kind) ?? { kind, decisions: 0, mistakes: 0, cost: 0 };
      found.set(kind, {
        kind,
        decisions: sum.decisions + decisions / games.length,
        mistakes: sum.mistakes + mistakes / games.length,
        cost: sum.cost + cost / games.length,
      });
    }
  return [...found.values()].sort((one, two) => two.cost - one.cost);
}
