/** One's own finished games together: how exact one was, what luck brought, and where chances are lost. */
import type { KindAccount, OwnGame, SeatAccount } from "./types";

export type JudgedGame = OwnGame & { account: SeatAccount };

export interface Together {
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
  games.filter((each): each is JudgedGame => each.game === game && each.account !== null);

export const luckOf = ({ drawn, unforeseen }: SeatAccount): number => drawn + unforeseen;

/** All games as one. */
export function together(games: readonly JudgedGame[]): Together {
  const mean = (of: (account: SeatAccount) => number) =>
    games.reduce((sum, { account }) => sum + of(account), 0) / Math.max(1, games.length);
  const decisions = mean((account) => account.decisions);
  return {
    games: games.length,
    result: mean((account) => account.result),
    luck: mean(luckOf),
    cost: mean((account) => -account.own),
    mistakes: mean((account) => account.mistakes),
    accuracy: decisions ? mean((account) => account.accuracy * account.decisions) / decisions : 1,
  };
}

/** What each kind of decision cost, a game on average, the dearest first. */
export function lostByKind(games: readonly JudgedGame[]): KindAccount[] {
  const found = new Map<string, KindAccount>();
  for (const { account } of games)
    for (const { kind, decisions, mistakes, cost } of account.kinds) {
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
