/** One table as this browser sees it: what is shown, what may be done, what has been said. */
import { api, Refused } from "./api";
import { Live, type Line as Connection } from "./live";
import { reach } from "./line.svelte";
import { Previews } from "./previews.svelte";
import { settings, t } from "./settings.svelte";
import { toasts } from "./toasts.svelte";
import { sound } from "./sounds";
import type {
  GameFacts,
  Heard,
  HistoryEntry,
  Line,
  Move,
  News,
  Play,
  Position,
  Seat,
  Table,
  View,
} from "./types";

const BOTS = ["Aru", "Belo", "Cima", "Doma", "Enna"];
/** How long a message is shown before the next one may replace it, by its weightiest news. */
const SHOWN_MS: Record<string, number> = {
  rolled: 1300,
  gained: 700,
  built: 800,
  "card-bought": 800,
  sent: 550,
  "round-began": 900,
  starved: 900,
  plundered: 800,
  integrated: 800,
  bought: 700,
  sold: 600,
  laid: 500,
  carved: 800,
  "turned-over": 1250,
  "wheel-turned": 1000,
};

export interface LogEntry {
  ply: number;
  round: number;
  news: News[];
}

/** A name for every seat: people's own, short made-up ones for bots. */
export function namesOf(table: Table | null, say = t): string[] {
  return (table?.seats ?? []).map((seat) =>
    seat.kind === "bot"
      ? (BOTS[seat.seat] ?? "Bot")
      : (seat.name ?? say("table.seat", { number: seat.seat + 1 })),
  );
}

/** One letter a seat, all different. */
export function lettersOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, seat) => {
    const own = [...name.toUpperCase()].find((c) => /\p{L}/u.test(c) && !taken.has(c));
    const letter = own ?? String(seat + 1);
    taken.add(letter);
    return letter;
  });
}

export class Room {
  readonly id: string;
  table = $state.raw<Table | null>(null);
  play = $state.raw<Play | null>(null);
  facts = $state.raw<GameFacts | null>(null);
  /** What happened with the message now shown, for animations. */
  news = $state.raw<News[]>([]);
  log = $state.raw<LogEntry[]>([]);
  lines = $state.raw<Line[]>([]);
  connection = $state<Connection>("connecting");
  /** The text of a move on its way. */
  pending = $state<string | null>(null);
  /** A move chosen but not yet confirmed. */
  chosen = $state.raw<Move | null>(null);
  /** A position of the past, while looking back. */
  past = $state.raw<Position | null>(null);
  missing = $state(false);
  hidden = $state(false);

  /** What each move of the present question would bring, for those who look. */
  readonly previews = new Previews((texts) => this.askPreviews(texts));

  private live: Live | null = null;
  private queue: Play[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest: Play | null = null;
  private plyWanted: number | null = null;
  private cache = new Map<string, Position>();
  private sent = 0;
  private left = false;
  private wantSeat: Seat | null = null;

  constructor(id: string) {
    this.id = id;
  }

  names = $derived(namesOf(this.table));
  letters = $derived(lettersOf(this.names));
  view = $derived<View | null>(this.past?.view ?? this.play?.view ?? null);
  mySeats = $derived((this.table?.seats ?? []).filter((s) => s.mine).map((s) => s.seat));
  seat = $derived<Seat | null>(this.play?.seat ?? null);
  hotSeat = $derived(this.mySeats.length > 1 && this.table?.kind !== "sandbox");
  moves = $derived<Move[]>(this.past || this.pending ? [] : (this.play?.moves ?? []));
  myTurn = $derived(!!this.play && this.play.moves.length > 0 && !this.play.over);
  plies = $derived(this.play?.ply ?? 0);
  over = $derived(this.play?.over ?? this.table?.state === "over");

  async open(): Promise<void> {
    this.left = false;
    try {
      this.table = await api.table(this.id);
    } catch (error) {
      if (error instanceof Refused && (error.status === 0 || error.status >= 500)) return this.later();
      if (error instanceof Refused && (error.status === 404 || error.status === 422)) this.missing = true;
      else toasts.problem(error);
      return;
    }
    void this.loadFacts();
    this.live = new Live(`/tables/${this.id}/socket`, {
      hello: () => ({
        type: "hello",
        seq: this.latest?.seq ?? 0,
        seat: this.wantSeat,
        chat: this.lines.at(-1)?.number ?? 0,
        token: null,
      }),
      hear: (message) => this.hear(message),
      line: (state) => (this.connection = state),
    });
  }

  /** The server isn't there: say so, and come back when it is. */
  private async later(): Promise<void> {
    this.connection = "lost";
    await reach.back();
    await new Promise((go) => setTimeout(go, 1000));
    if (!this.left) await this.open();
  }

  close(): void {
    this.left = true;
    this.live?.end();
    clearTimeout(this.timer);
  }

  private async loadFacts(): Promise<void> {
    while (this.table && !this.facts && !this.left) {
      this.facts = await api.facts(this.table.game).catch(() => null);
      if (!this.facts) await new Promise((go) => setTimeout(go, 2000));
    }
  }

  private hear(message: Heard): void {
    if (message.type === "play") this.take(message);
    else if (message.type === "table") this.takeTable(message.table);
    else if (message.type === "chat") this.takeChat(message.lines);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "bye" && message.reason === "closed") toasts.say(t("table.closed"));
  }

  private takeTable(table: Table): void {
    const before = this.table;
    this.table = table;
    if (before?.state === "open" && table.state === "playing") sound("turn");
  }

  private takeChat(lines: Line[]): void {
    const last = this.lines.at(-1)?.number ?? 0;
    const fresh = lines.filter((line) => line.number > last);
    if (fresh.length && last) sound("chat");
    this.lines = [...this.lines, ...fresh];
  }

  private refused(message: {
    id: string | null;
    error: { key: string; text: string; facts: Record<string, unknown>; clause: string | null };
  }): void {
    this.pending = null;
    if (message.error.key !== "stale") toasts.problem(new Refused(409, message.error));
  }

  /** A message is shown for as long as its news need; a cut or an impatient click shows the last. */
  private take(play: Play): void {
    if (this.latest && play.seq < this.latest.seq && play.seat === this.latest.seat) return;
    const first = !this.latest || play.fresh || play.seat !== this.latest.seat;
    this.latest = play;
    if (first) {
      this.queue = [];
      this.show(play, true);
      void this.loadLog();
      return;
    }
    this.queue.push(play);
    if (this.timer === undefined) this.next();
  }

  private next = (): void => {
    this.timer = undefined;
    const play = this.queue.shift();
    if (!play) return;
    this.show(play, false);
    if (!settings.moving) return this.next();
    const own = play.news.some((each) => each["seat"] === play.seat && each.kind !== "rolled");
    const wait = Math.max(120, ...play.news.map((each) => SHOWN_MS[each.kind] ?? 350));
    const turned = play.news.some((each) => each.kind === "turned-over");
    this.timer = setTimeout(this.next, own && !turned ? Math.min(wait, 450) : wait);
  };

  /** Show the latest at once. */
  skip(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length) this.show(this.queue.shift()!, false);
  }

  get hurrying(): boolean {
    return this.queue.length > 0;
  }

  private show(play: Play, first: boolean): void {
    const before = this.play;
    const mine = this.myTurn;
    this.play = play;
    this.previews.forget();
    this.pending = null;
    this.chosen = null;
    this.news = first ? [] : play.news;
    if (!first && play.news.length) {
      if (play.news.some((each) => each.kind === "took-back")) void this.loadLog();
      else
        this.log = [
          ...this.log,
          { ply: play.ply, round: Number(play.view["round"] ?? play.view["epoch"] ?? 0), news: play.news },
        ];
      for (const each of play.news) sound(each.kind);
    }
    if (this.hotSeat && before && play.seat !== before.seat && hasSecrets(play.view)) this.hidden = true;
    if (!mine && this.myTurn && !first) sound("turn");
    if (play.over && before && !before.over) sound("end");
  }

  private async loadLog(): Promise<void> {
    if (this.table?.state === "open") return;
    const history = await api.history(this.id, this.play?.seat).catch(() => null);
    if (history)
      this.log = history.entries
        .filter((e: HistoryEntry) => e.news.length)
        .map(({ ply, round, news }) => ({ ply, round, news }));
  }

  // What this player does.

  private id_(): string {
    return `${Date.now().toString(36)}-${(this.sent++).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  }

  /** Choose a move: sent at once, or shown first where the player wants to confirm. */
  choose = (move: Move | null): void => {
    if (move && !settings.now.confirm) this.submit(move.text);
    else this.chosen = move;
  };

  submit = (text: string): void => {
    if (this.pending || !this.play) return;
    this.pending = text;
    this.chosen = null;
    sound("click");
    this.live?.say({
      type: "move",
      id: this.id_(),
      text,
      seq: this.play.seq,
      ...(this.play.seat === null ? {} : { seat: this.play.seat }),
    });
  };

  /** Take my last answer back; the server knows which of my seats gave it. */
  undo = (): void => {
    if (this.mySeats.length && !this.over) this.live?.say({ type: "undo", id: this.id_() });
  };

  answerUndo(agree: boolean): void {
    this.live?.say({ type: "undo-answer", id: this.id_(), agree });
  }

  chat(text: string): void {
    this.live?.say({ type: "chat", id: this.id_(), text });
  }

  automatic(on: boolean): void {
    this.live?.say({ type: "automatic", id: this.id_(), on });
  }

  lookAs(seat: Seat): void {
    this.wantSeat = seat;
    this.live?.say({ type: "seat", seat });
  }

  protected async askPreviews(texts: string[]): Promise<Record<string, News[] | null>> {
    const seq = this.play?.seq;
    const found = await api.previews(this.id, texts, this.seat);
    return found.seq === seq ? found.previews : {};
  }

  // Looking back.

  async at(ply: number): Promise<void> {
    if (ply >= this.plies && !(this.over && ply === this.plies)) return this.now();
    const wanted = Math.max(0, Math.min(ply, this.plies));
    this.plyWanted = wanted;
    const key = `${this.seat}/${wanted}`;
    try {
      const found = this.cache.get(key) ?? (await api.position(this.id, wanted, this.seat));
      this.cache.set(key, found);
      if (this.plyWanted === wanted) {
        this.past = found;
        this.news = [];
      }
    } catch (error) {
      toasts.problem(error);
    }
  }

  now(): void {
    this.plyWanted = null;
    this.past = null;
  }
}

/** Whether a view holds what other people at the screen shouldn't see. */
function hasSecrets(view: View): boolean {
  return view.game === "hadara" || JSON.stringify(view).includes('"extra_card":"');
}
