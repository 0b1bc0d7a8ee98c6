/** What somebody has solved: kept on this machine, and with the person on the server. */
import { lasting } from "$lib/browser/storage";
import type { Shapes } from "$lib/server/types";

type Streak = Shapes["PuzzleStreak"];
type Named = { id: string; grade: number };
interface Kept {
  /** By game, the days in a row. */
  streaks: Record<string, Streak>;
  /** By game and puzzle, whether the first answer was right. */
  answers: Record<string, Record<string, boolean>>;
}

const KEY = "cradle.puzzles";
const DAY_MS = 86_400_000;
const NONE: Streak = { day: -1, days: 0, most: 0 };

export const dayNow = (): number => Math.floor(Date.now() / DAY_MS);

/** The puzzle of a day: the same rule as the server's, so that it is found without one. */
export const ofDay = <P>(puzzles: readonly P[], day: number): P | undefined => puzzles[day % puzzles.length];

/** How a streak stands on a day: a day left out ends it. */
export const streakOn = (streak: Streak, day: number): Streak =>
  streak.day >= day - 1 ? streak : { ...streak, days: 0 };

/** How it stands after the first answer of a day; later ones change nothing. */
export function streakAfter(streak: Streak, day: number, right: boolean): Streak {
  if (day <= streak.day) return streak;
  const days = right ? streakOn(streak, day).days + 1 : 0;
  return { day, days, most: Math.max(days, streak.most) };
}

/** Of two counts of the same days the fuller one: who solved without a name, or a connection, loses nothing. */
function fuller(one: Streak, other: Streak): Streak {
  const ahead = one.day === other.day ? one.days > other.days : one.day > other.day;
  return { ...(ahead ? one : other), most: Math.max(one.most, other.most) };
}

/** The next puzzle after one: first those never answered, then those answered wrong, then any. */
export function nextOf<P extends Named>(
  puzzles: readonly P[],
  answers: Record<string, boolean>,
  grade: number,
  after = "",
): P | undefined {
  const at = puzzles.findIndex(({ id }) => id === after) + 1;
  const turned = [...puzzles.slice(at), ...puzzles.slice(0, at)].filter(({ id }) => id !== after);
  const wanted = turned.filter((each) => !grade || each.grade === grade);
  const open = wanted.find(({ id }) => !(id in answers)) ?? wanted.find(({ id }) => !answers[id]);
  return open ?? wanted[0] ?? turned[0] ?? puzzles[0];
}

const read = (): Kept => ({ streaks: {}, answers: {}, ...lasting.read<Partial<Kept>>(KEY, {}) });
const write = (kept: Kept) => lasting.write(KEY, kept);

/** What is known of somebody's solving on this machine. */
export const solved = {
  streak: (game: string): Streak => read().streaks[game] ?? NONE,
  answers: (game: string): Record<string, boolean> => read().answers[game] ?? {},
  /** Keep a streak, as it was counted here or on the server. */
  keep(game: string, streak: Streak): void {
    const kept = read();
    const before = kept.streaks[game] ?? NONE;
    write({ ...kept, streaks: { ...kept.streaks, [game]: fuller(before, streak) } });
  },
  /** Keep an answer; only the first one to a puzzle counts. */
  answer(game: string, id: string, right: boolean): void {
    const kept = read();
    const answers = { [id]: right, ...kept.answers[game] };
    write({ ...kept, answers: { ...kept.answers, [game]: answers } });
  },
};
