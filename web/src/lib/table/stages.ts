/** A message in stages: what somebody did, what the end of a round brought, and the question last. */
import type { Showing } from "$lib/kit";
import { seatOf } from "$lib/kinds";
import { tookBack } from "./log";
import type { News, Play } from "$lib/server/types";

/** A message as it is shown; a stage of one has nothing to answer yet. */
export type Shown = Play & { staged?: boolean };
type Showings = Partial<Record<string, Showing>>;

/** What is shown together: the news of a stage, or of a seat in it. */
export function groupsOf(news: readonly News[], showings: Showings): News[][] {
  const groups: News[][] = [];
  let last: string | null = null;
  for (const each of news) {
    const { stage = "", eachSeat = false } = showings[each.kind] ?? {};
    const key = eachSeat ? `${stage}/${seatOf(each)}` : stage;
    if (key !== last) groups.push([]);
    groups.at(-1)!.push(each);
    last = key;
  }
  return groups;
}

/** Others' news, and a new round, are seen before the question that follows them. */
function withholds({ news, moves, seat }: Play, showings: Showings): boolean {
  const others = (each: News) => seatOf(each) !== null && seatOf(each) !== seat;
  return moves.length > 0 && news.some((each) => others(each) || showings[each.kind]?.stage);
}

/** Whether a message tells of something else, such as a request to take back, while the question stays. */
export function asksTheSame(before: Shown, { ply, seat, moves, news }: Shown): boolean {
  const texts = (all: Shown["moves"]) => all.map(({ text }) => text).join("\n");
  return (
    ply === before.ply && seat === before.seat && !tookBack(news) && texts(moves) === texts(before.moves)
  );
}

const silent = { moves: [], closed: [], step: null, staged: true } as const;

/** A message that follows another: stages over the old picture, then the new one, then what is asked. */
export function stagesOf(before: Play, play: Play, showings: Showings): Shown[] {
  const groups = groupsOf(play.news, showings);
  const old = { view: before.view, round: before.round, over: before.over, scores: before.scores };
  const stages: Shown[] = groups
    .slice(0, -1)
    .map((news) => ({ ...play, ...old, ...silent, moves: [], closed: [], asked: [], news }));
  const last = { ...play, news: groups.at(-1) ?? [] };
  if (!withholds(last, showings)) return [...stages, last];
  return [...stages, { ...last, ...silent, moves: [], closed: [] }, { ...last, news: [] }];
}
