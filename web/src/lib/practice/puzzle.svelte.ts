/** A puzzle: a room in which one question is asked, and answered here, also without a connection. */
import { api } from "$lib/server/api";
import { loadKit } from "$lib/games.svelte";
import type { GameKit } from "$lib/kit";
import { dayNow, ofDay, solved, streakAfter } from "./puzzles";
import { readPreviews, type Foretold } from "$lib/table/previews.svelte";
import { Room } from "$lib/table/room.svelte";
import { settings } from "$lib/settings.svelte";
import { makeLocalTable } from "./local-table";
import type { Move, PuzzleCollection, SolvedPuzzle } from "$lib/server/types";

export class PuzzleRoom extends Room {
  override readonly local = true;
  readonly puzzle: SolvedPuzzle;
  /** The day it was opened: its puzzle counts for that day, also after midnight. */
  private readonly day = dayNow();
  readonly isToday: boolean;
  /** The text of the move that was chosen. */
  answered = $state<string | null>(null);

  constructor(kit: GameKit, collection: PuzzleCollection, puzzle: SolvedPuzzle) {
    super("puzzle");
    this.kit = kit;
    this.puzzle = puzzle;
    this.isToday = ofDay(collection.puzzles, this.day) === puzzle;
    this.facts = collection.facts;
    this.table = makeLocalTable(puzzle.game, puzzle.seats, puzzle.seat);
    this.submit = (text) => this.answer(text);
    this.undo = () => undefined;
    this.showPly = async () => undefined;
    this.chat.say = async () => undefined;
    this.ask();
  }

  right = $derived.by(() => this.answered === this.puzzle.solution.best);
  cost = $derived.by(() => this.puzzle.solution.costs[this.answered ?? ""] ?? 0);
  get best(): Move {
    return this.puzzle.moves.find(({ text }) => text === this.puzzle.solution.best)!;
  }

  /** Why the best move is the best, in one sentence. */
  why(): string {
    const { game, solution } = this.puzzle;
    const named = (name: string) => settings.texts.say(`bots.${game}.${name}`);
    const gains = settings.texts.list(solution.gains.map(named));
    const costs = settings.texts.list(solution.losses.map(named));
    return settings.texts.say(`bots.why.${solution.losses.length ? "mixed" : "gains"}`, { gains, costs });
  }

  /** Ask it, or ask it again. */
  ask(): void {
    this.answered = null;
    this.better = null;
    this.chosen = null;
    this.offer(this.puzzle.moves);
  }

  protected override async askPreviews(texts: string[]): Promise<Record<string, Foretold>> {
    return readPreviews(await api.puzzlePreviews(this.puzzle.game, this.puzzle.id, texts));
  }

  private offer(moves: Move[]): void {
    const { seat, round, view, asked, step, closed } = this.puzzle;
    this.play = {
      type: "play",
      seq: 0,
      since: 0,
      fresh: false,
      ply: 0,
      news: [],
      clocks: null,
      undo: false,
      over: false,
      scores: null,
      ...{ seat, round, view, asked, step, closed, moves },
    };
  }

  private answer(text: string): void {
    const { game, id } = this.puzzle;
    this.answered = text;
    this.chosen = null;
    this.better = this.best;
    this.offer([]);
    solved.answer(game, id, this.right);
    if (this.isToday) void this.count(text);
  }

  /** Let the answer of the day count: by the server for who has a name, otherwise here. */
  private async count(text: string): Promise<void> {
    const { game, id } = this.puzzle;
    const here = streakAfter(solved.streak(game), this.day, this.right);
    solved.keep(game, here);
    if (!settings.person) return;
    const told = await api.answerPuzzle(game, id, text).catch(() => null);
    if (told?.streak) solved.keep(game, told.streak);
  }
}

const collections = new Map<string, Promise<PuzzleCollection>>();
/** All puzzles of a game, asked once: they stay the same while the page is open. */
export function puzzlesOf(game: string): Promise<PuzzleCollection> {
  const asked = collections.get(game) ?? api.puzzles(game);
  collections.set(game, asked);
  asked.catch(() => collections.delete(game));
  return asked;
}

/** The room of a puzzle of a collection. */
export async function openPuzzle(collection: PuzzleCollection, puzzle: SolvedPuzzle): Promise<PuzzleRoom> {
  return new PuzzleRoom(await loadKit(puzzle.game), collection, puzzle);
}
