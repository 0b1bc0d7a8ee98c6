/** The log of a table: what happened, what was taken back, and which lines an answer has in it. */
import { seatOf } from "$lib/kinds";
import type { History, News, Seat } from "$lib/server/types";

export interface LogEntry {
  ply: number;
  round: number;
  news: News[];
  /** Whether it was taken back: it is shown struck out. */
  undone?: boolean;
}

type Trace = History["undone"][number];

function traceOf({ ply, seat, news }: Trace, round: number): LogEntry[] {
  if (news.length) return [{ ply, round, news, undone: true }];
  return seat === null ? [] : [{ ply, round, news: [{ kind: "took-back", seat }] }];
}

/** All that happened, in order; what was taken back stands where the game went on from. */
export function logOf({ entries, undone }: History): LogEntry[] {
  const traces = (ply: number, round: number) =>
    undone.filter((trace) => trace.ply === ply).flatMap((trace) => traceOf(trace, round));
  return [
    ...traces(0, 0),
    ...entries.flatMap(({ ply, round, news }) => [
      ...(news.length ? [{ ply, round, news }] : []),
      ...traces(ply, round),
    ]),
  ];
}

/** What is known of the answer that led to a ply: its giver's own news before all that followed. */
export function newsAt(log: readonly LogEntry[], ply: number, seat: Seat): News | null {
  const entry = log.find((each) => each.ply === ply && !each.undone);
  return entry?.news.find((news) => seatOf(news) === seat) ?? null;
}

/** Whether some answers were taken back. */
export const tookBack = (news: readonly News[]): boolean => news.some((each) => each.kind === "took-back");
