/** What the lines of a log are marked with: each decision where the log first tells of its seat. */
import { seatOf } from "$lib/kinds";
import type { LogEntry } from "./log";
import type { JudgedPly } from "$lib/server/types";

export type Marks = ReadonlyMap<string, JudgedPly>;

/** The name of a line: which entry of the log, and which of its news. */
export const markKey = (entry: number, line: number): string => `${entry}/${line}`;

/** Marks by line; what was answered in secret is told, and marked, when all have answered. */
export function marksOf(log: readonly LogEntry[], plies: readonly JudgedPly[]): Marks {
  const found = new Map<string, JudgedPly>();
  let done = 0;
  log.forEach(({ ply, news, undone }, entry) => {
    if (undone || news[0]?.kind === "took-back") return;
    for (const judged of plies.slice(done, ply)) {
      const line = judged.mark ? news.findIndex((each) => seatOf(each) === judged.seat) : -1;
      if (line >= 0) found.set(markKey(entry, line), judged);
    }
    done = Math.max(done, ply);
  });
  return found;
}
