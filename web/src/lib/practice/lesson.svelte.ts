/** A lesson: a room that plays a fixed record, and waits where the pupil is to move. */
import { loadKit } from "$lib/games.svelte";
import type { GameKit, LessonNote } from "$lib/kit";
import type { LogEntry } from "$lib/table/log";
import { readPreviews, type Foretold } from "$lib/table/previews.svelte";
import { Room } from "$lib/table/room.svelte";
import { settings } from "$lib/settings.svelte";
import { makeLocalTable } from "./local-table";
import type { Expected, Move, News, Play, PlayerAfter } from "$lib/server/types";

interface Recorded extends Pick<
  Play,
  "ply" | "round" | "news" | "view" | "asked" | "step" | "moves" | "over" | "scores"
> {
  answer: string | null;
  by: number | null;
  /** What the pupil's moves would bring. */
  previews?: Record<string, News[] | null>;
  /** How the pupil would then stand. */
  after?: Record<string, PlayerAfter>;
  /** What dice bring on average. */
  expected?: Record<string, Expected>;
}
interface LessonData {
  seats: number;
  plays: Recorded[];
}

/** How long what others do is shown, at least, and beyond the time that its news need. */
const [LEAST_MS, MORE_MS] = [1000, 500];

export async function openLesson(game: string): Promise<Lesson> {
  const kit = await loadKit(game);
  if (!kit.lesson) throw new Error(`no lesson for ${game}`);
  return new Lesson(game, kit, (await kit.lesson.load()).default as LessonData);
}

export class Lesson extends Room {
  override readonly local = true;
  private readonly plays: Recorded[] = [];
  private readonly told: LogEntry[] = [];
  private index = $state(-1);
  private read = $state(0);
  private pace: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, kit: GameKit, data: LessonData) {
    super("lesson");
    this.kit = kit;
    this.plays.push(...data.plays);
    this.facts = kit.facts ?? null;
    this.table = makeLocalTable(game, data.seats, 0);
    this.submit = (text) => this.answer(text);
    this.undo = () => undefined;
    this.showPly = async () => undefined;
    this.chat.say = async () => undefined;
    this.go(0);
  }

  /** Which of the pupil's decisions this is, counted by kind: `place-people-2`. */
  topic = $derived.by(() => {
    const here = this.plays[this.index];
    if (!here) return "";
    if (here.over) return "end";
    if (here.by !== 0 || !here.step) return "";
    const kind = here.step.kind;
    const times = this.plays
      .slice(0, this.index + 1)
      .filter((each) => each.by === 0 && each.step?.kind === kind).length;
    return `${kind}-${times}`;
  });
  private notes = $derived<LessonNote[]>(this.kit?.lesson?.notes[this.topic] ?? []);
  /** What is explained before the pupil decides. */
  note = $derived<LessonNote | null>(this.notes[this.read] ?? null);
  progress = $derived(Math.round((100 * (this.index + 1)) / this.plays.length));

  protected override async askPreviews(): Promise<Record<string, Foretold>> {
    return {};
  }

  override close(): void {
    super.close();
    clearTimeout(this.pace);
  }

  /** The note has been read. */
  goOn(): void {
    this.read += 1;
    this.offer();
  }

  /** One note back, or to the beginning of the pupil's last decision. */
  back(): void {
    clearTimeout(this.pace);
    if (this.read) {
      this.read -= 1;
      return this.offer();
    }
    let at = this.index - 1;
    while (at > 0 && this.plays[at]!.by !== 0) at -= 1;
    this.told.length = Math.min(this.told.length, Math.max(0, at));
    this.go(Math.max(0, at));
  }

  /** Show where the lesson stands; there is nothing to do before the notes have been read. */
  private offer(): void {
    const here = this.plays[this.index]!;
    this.pending = null;
    this.chosen = null;
    this.play = message(here, this.index, this.note === null && here.by === 0);
    this.previews.forget(readPreviews({ previews: {}, ...here }));
  }

  private answer(text: string): void {
    if (this.plays[this.index]?.answer === text) this.go(this.index + 1);
  }

  private go(index: number): void {
    const here = this.plays[index];
    if (!here) return;
    this.index = index;
    this.read = 0;
    this.offer();
    this.news = index ? here.news : [];
    if (here.news.length) this.told.push(entry(here));
    this.log = [...this.told];
    if (here.by === 1)
      this.pace = setTimeout(() => this.go(index + 1), settings.moving ? this.wait(here.news) : 60);
  }

  private wait(news: News[]): number {
    const times = news.map((each) => MORE_MS + (this.kit?.showings[each.kind]?.shown ?? 0));
    return Math.max(LEAST_MS, ...times);
  }
}

const entry = ({ ply, round, news }: Recorded): LogEntry => ({ ply, round, news });

function message(here: Recorded, seq: number, open: boolean): Play {
  const moves: Move[] = open ? here.moves : [];
  return {
    type: "play",
    seq,
    since: seq - 1,
    fresh: false,
    seat: 0,
    closed: [],
    clocks: null,
    undo: false,
    ...here,
    moves,
  };
}
