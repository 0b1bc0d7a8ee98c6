/** A player's finished games together: results, against whom, and where their points come from. */
import type { PlayedGame, RatingChange, Score } from "$lib/server/types";

/** Games of this many players alone; 0 is any number. */
export const withPlayers = <T extends { players: number } | PlayedGame>(
  all: readonly T[],
  players: number,
): T[] =>
  all.filter((each) => !players || ("players" in each ? each.players : each.seats.length) === players);

const scoreAt = ({ scores }: PlayedGame, seat: number): Score | undefined =>
  scores.find((score) => score.seat === seat);

/** The share of these games that somebody won, alone or with others. */
export const wonShare = (games: readonly PlayedGame[]): number =>
  games.filter((game) => scoreAt(game, game.seat)?.rank === 1).length / Math.max(1, games.length);

interface Opponent {
  /** A person's id, or the level of bots. */
  key: string;
  person: string | null;
  name: string;
  guest: boolean;
  level: string | null;
  games: number;
  /** How often they came behind; a tie is half. */
  ahead: number;
}

/** Whom somebody has played against, the most often first; bots of one level are one. */
export function opponentsIn(games: readonly PlayedGame[]): Opponent[] {
  const found = new Map<string, Opponent>();
  for (const game of games)
    for (const [seat, { person, name, guest, level }] of game.seats.entries()) {
      if (seat === game.seat) continue;
      const key = person ?? level ?? "";
      const known = found.get(key) ?? { key, person, name, guest, level, games: 0, ahead: 0 };
      found.set(key, { ...known, games: known.games + 1, ahead: known.ahead + aheadOf(game, seat) });
    }
  return [...found.values()].sort((one, two) => two.games - one.games || two.ahead - one.ahead);
}

function aheadOf(game: PlayedGame, other: number): number {
  const [mine, theirs] = [scoreAt(game, game.seat)?.rank ?? 0, scoreAt(game, other)?.rank ?? 0];
  return mine === theirs ? 0.5 : Number(mine < theirs);
}

interface PartShare {
  part: string;
  /** Of the points somebody made, and of those that others made in the same games. */
  own: number;
  others: number;
}

/** Where somebody's points come from, and those of the others; what brings most comes first. */
export function partShares(games: readonly PlayedGame[]): PartShare[] {
  const [own, others] = [new Map<string, number>(), new Map<string, number>()];
  for (const game of games)
    for (const { seat, parts } of game.scores)
      for (const [part, points] of Object.entries(parts)) {
        const sums = seat === game.seat ? own : others;
        sums.set(part, (sums.get(part) ?? 0) + Math.max(0, points));
      }
  const share = (sums: Map<string, number>, part: string) =>
    (sums.get(part) ?? 0) /
    Math.max(
      1,
      [...sums.values()].reduce((a, b) => a + b, 0),
    );
  return [...own.keys()]
    .map((part) => ({ part, own: share(own, part), others: share(others, part) }))
    .sort((one, two) => two.own - one.own);
}

/** What somebody does more than others: the parts that bring them a larger share, by at least this much. */
export const favourites = (shares: readonly PartShare[], least = 0.02): string[] =>
  shares.filter(({ own, others }) => own - others >= least).map(({ part }) => part);

export interface RatingPoint {
  at: number;
  table: string | null;
  rating: number;
  uncertainty: number;
}

/** The ratings of one ladder from the first to the last, for so many players or any number. */
export function curveOf(changes: readonly RatingChange[], players: number): RatingPoint[] {
  return withPlayers(changes, players)
    .map(({ at, table, rating, uncertainty, among }) => ({
      at,
      table,
      ...(players ? among : { rating, uncertainty }),
    }))
    .reverse();
}
