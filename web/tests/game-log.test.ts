// The log while its history is still on the way: nothing is lost, nothing told twice.
import { expect, it } from "vitest";
import { GameLog } from "../src/lib/table/game-log.svelte";
import type { History } from "../src/lib/server/types";
import { news } from "./messages";

const entry = (ply: number) => ({ ply, round: 1, news: [news("sent", ply)] });
const history = (...plies: number[]) => ({ entries: plies.map(entry), undone: [] }) as unknown as History;
const plies = (log: GameLog) => log.lines.map(({ ply }) => ply);
/** A history that comes when it is told to. */
function later(found: History): [() => Promise<History>, () => void] {
  let come: () => void = () => undefined;
  const coming = new Promise<History>((go) => (come = () => go(found)));
  return [() => coming, come];
}

it("loses nothing that is heard while its history is on the way", async () => {
  const log = new GameLog();
  const [ask, come] = later(history(1, 2));
  const loaded = log.load(ask);
  [2, 3].forEach((ply) => log.add(entry(ply)));
  come();
  await loaded;
  expect(plies(log)).toEqual([1, 2, 3]);
});

it("tells nothing twice that its history has told before it is shown", async () => {
  const log = new GameLog();
  await log.load(async () => history(1, 2, 3));
  [2, 3, 4].forEach((ply) => log.add(entry(ply)));
  expect(plies(log)).toEqual([1, 2, 3, 4]);
});

it("follows the history asked for last, also after answers were taken back", async () => {
  const log = new GameLog();
  const [ask, come] = later(history(1, 2, 3));
  const first = log.load(ask);
  await log.load(async () => history(1));
  log.add(entry(2));
  come();
  await first;
  expect(plies(log)).toEqual([1, 2]);
});

it("stays as it is where no history comes", async () => {
  const log = new GameLog();
  log.add(entry(1));
  await log.load(() => Promise.reject(new Error("lost")));
  expect(plies(log)).toEqual([1]);
});
