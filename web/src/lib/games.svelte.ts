/**
 * The games: which there are the server says, and what each brings of its own is found in
 * `src/boards/<game>/`. Nothing else in the client knows a game; one that brings nothing gets the
 * plain board.
 */
import type { Component } from "svelte";
import { api } from "$lib/server/api";
import type { GameKit } from "./kit";
import { settings, t } from "./settings.svelte";
import { lasting } from "$lib/browser/storage";
import type { GameFacts, GameSummary } from "$lib/server/types";

const KEY = "cradle.games";
const KITS = byGame(import.meta.glob<GameKit>("../boards/*/index.ts", { import: "kit" }));
const PICTURES = byGame(
  import.meta.glob<Component>("../boards/*/Picture.svelte", { import: "default", eager: true }),
);
const LESSONS = byGame(import.meta.glob("../boards/*/lesson.json"));

/** What was found in the folders of games, by the folder's name. */
function byGame<Found>(found: Record<string, Found>): Map<string, Found> {
  return new Map(Object.entries(found).map(([path, each]) => [path.split("/").at(-2)!, each]));
}

/** A game's board, with the words it says. */
export async function loadKit(game: string): Promise<GameKit> {
  const plain = async () => (await import("../plain")).kit;
  const [kit] = await Promise.all([(KITS.get(game) ?? plain)(), settings.loadGameTexts()]);
  return kit;
}
const facts = new Map<string, Promise<GameFacts>>();
/** A game's facts: those its board came with, or asked once, for they stay the same while the server runs. */
export function factsOf(game: string): Promise<GameFacts> {
  const found = async () => (await loadKit(game)).facts ?? api.facts(game);
  const asked = facts.get(game) ?? found();
  facts.set(game, asked);
  asked.catch(() => facts.delete(game));
  return asked;
}
/** What names a game's things by what they show: its kit and its facts. */
export async function thingsOf(game: string): Promise<{ kit: GameKit; facts: GameFacts }> {
  const [kit, facts] = await Promise.all([loadKit(game), factsOf(game)]);
  return { kit, facts };
}
/** Fetch what a table of this game will need. */
export async function prepare(game: string): Promise<void> {
  await factsOf(game).catch(() => undefined);
}
export const pictureOf = (game: string): Component | undefined => PICTURES.get(game);
export const hasLesson = (game: string): boolean => LESSONS.has(game);

/** Without a server: what was heard last, or at least what can be learnt here. */
function remembered(): GameSummary[] {
  const kept = lasting.read<GameSummary[]>(KEY, []);
  if (kept.length) return kept;
  return [...LESSONS.keys()].map((game) => ({ game, version: 0, seats: [], options: {}, titles: {} }));
}

class Games {
  all = $state.raw<GameSummary[]>(remembered());
  ready = $state(false);
  private completed = "";

  async begin(): Promise<void> {
    try {
      this.all = await api.games();
      lasting.write(KEY, this.all);
    } catch {
      // The server can't be reached; the page says so by itself.
    }
    this.ready = true;
  }

  /** Texts of games that weren't there when the client was built, asked once a language. */
  async completeTexts(): Promise<void> {
    const { texts } = settings;
    const known = this.all.every(({ game }) => texts.has(`common.game.${game}`));
    if (known || this.completed === texts.lang) return;
    this.completed = texts.lang;
    const found = await api.texts(texts.lang).catch(() => null);
    if (found) await settings.addTexts(texts.lang, found);
  }

  /** The game of this name, or the first one there is. */
  named(name: string | null | undefined): GameSummary | undefined {
    return this.all.find(({ game }) => game === name) ?? this.all[0];
  }
}

export const games = new Games();

/** So many players as are wished, or as the game can have. */
export const playersNear = (game: GameSummary | undefined, wished: number): number =>
  Math.max(game?.seats[0] ?? 2, Math.min(wished, game?.seats.at(-1) ?? wished));

/** A game's options as they are unless somebody chooses. */
export const defaultsOf = (game: GameSummary | undefined): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(game?.options ?? {}).map(([name, facts]) => [name, facts.default]));

/** All games, to choose one of them. */
export const gameChoices = () => games.all.map(({ game }) => ({ value: game, text: titleOf(game) }));
/** What a game is called. */
export function titleOf(game: string): string {
  const key = `common.game.${game}`;
  if (settings.texts.has(key)) return settings.texts.say(key);
  return games.named(game)?.titles[settings.texts.lang] ?? game;
}

/** Where a game stands: `Round 3`, in the game's own word for it; before the first, that it is set up. */
export function roundOf(game: string, number: number): string {
  const setup = `${game}.phase.setup`;
  if (!number && settings.texts.has(setup)) return settings.texts.say(setup);
  const own = `table.part.${game}`;
  return t(settings.texts.has(`web.${own}`) ? own : "table.part", { number });
}
