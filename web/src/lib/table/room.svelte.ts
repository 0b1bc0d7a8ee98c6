/** One table as this browser sees it: what is shown, what may be done, what has been said. */
import { Absence } from "./absence.svelte";
import { STRANGER } from "$lib/server/early-socket";
import { api, Refused } from "$lib/server/api";
import { Chat } from "./chat.svelte";
import { noHelpAt } from "./conditions";
import { factsOf, loadKit } from "$lib/games.svelte";
import { newId } from "$lib/server/ids";
import { GameLog } from "./game-log.svelte";
import { tookBack, type LogEntry } from "./log";
import type { GameKit } from "$lib/kit";
import { marksOf } from "./marks";
import { LiveSocket, type Connection } from "$lib/server/socket";
import { Past } from "./past.svelte";
import { Playback, timeFor } from "./playback";
import { lettersAt, namesOf } from "./players";
import { presenceChanges, undoWasRefused } from "./presence";
import { Previews, readPreviews, type Foretold } from "./previews.svelte";
import { Reactions } from "./reactions.svelte";
import { Review } from "./review.svelte";
import { settings, t } from "$lib/settings.svelte";
import { asksTheSame, stagesOf, type Shown } from "./stages";
import { playSound } from "$lib/sounds";
import { toasts } from "$lib/toasts.svelte";
import type {
  GameFacts,
  Heard,
  Move,
  News,
  Play,
  Position,
  Problem,
  Seat,
  Table,
  View,
} from "$lib/server/types";

export class Room {
  readonly id: string;
  /** Whether the table is on no server: there is no record, and nothing to leave. */
  readonly local: boolean = false;
  table = $state.raw<Table | null>(null);
  play = $state.raw<Shown | null>(null);
  facts = $state.raw<GameFacts | null>(null);
  kit = $state.raw<GameKit | null>(null);
  private latestNews = $state.raw<News[]>([]);
  /** Who tells a screen reader: of all news, however soon others follow. */
  tellNews: ((news: News[]) => void) | null = null;
  private readonly gameLog = new GameLog();
  connection = $state<Connection>("connecting");
  /** The text of a move on its way. */
  pending = $state<string | null>(null);
  /** A move chosen but not yet confirmed. */
  chosen = $state.raw<Move | null>(null);
  private readonly lookingBack = new Past((ply, seat) => api.position(this.id, ply, seat));
  /** A move that is shown on the board as the better one. */
  better = $state.raw<Move | null>(null);
  /** Why there is nothing to see here. */
  missing = $state("");
  readonly chat: Chat;
  readonly reactions: Reactions;
  readonly absence: Absence;
  /** Whether a curtain hides the view until the next person sits down. */
  hidden = $state(false);

  /** What each move of the present question would bring, for those who look. */
  readonly previews = new Previews((texts) => this.askPreviews(texts));

  /** What decided the game, once it is over and somebody asks. */
  readonly review = new Review(() => api.analysis(this.id));

  private socket: LiveSocket | null = null;
  /** Whether more has happened than is shown yet. */
  waiting = $state(false);
  private readonly playback = new Playback({
    show: (play, first) => this.show(play, first),
    stages: (before, play) => stagesOf(before, play, this.kit?.showings ?? {}),
    time: (play) => timeFor(play, this.kit?.showings ?? {}),
    pace: () => settings.pace,
    waiting: (now) => (this.waiting = now),
  });
  private left = false;
  private withdrew = false;
  private wantSeat: Seat | null = null;

  constructor(id: string) {
    this.id = id;
    this.chat = new Chat(id);
    this.reactions = new Reactions(id);
    this.absence = new Absence(id);
  }

  get log(): LogEntry[] {
    return this.gameLog.lines;
  }
  set log(lines: LogEntry[]) {
    this.gameLog.lines = lines;
  }
  /** What happened with the message now shown, for animations. */
  get news(): News[] {
    return this.latestNews;
  }
  set news(news: News[]) {
    this.latestNews = news;
    this.tellNews?.(news);
  }
  /** A position of the past, while looking back. */
  get past(): Position | null {
    return this.lookingBack.shown;
  }
  names = $derived(namesOf(this.table));
  letters = $derived(lettersAt(this.table));
  view = $derived<View | null>(this.past?.view ?? this.play?.view ?? null);
  mySeats = $derived((this.table?.seats ?? []).filter((s) => s.mine).map((s) => s.seat));
  /** Whose eyes these are; while looking back, perhaps another's. */
  seat = $derived<Seat | null>(this.past ? this.past.seat : (this.play?.seat ?? null));
  hotSeat = $derived(this.mySeats.length > 1 && this.table?.kind !== "sandbox");
  /** Whether I have left, and a bot plays for me. */
  away = $derived(this.table?.state === "playing" && this.table.seats.some((s) => s.mine && s.stand_in));
  moves = $derived<Move[]>(this.past || this.pending || this.away ? [] : (this.play?.moves ?? []));
  myTurn = $derived(!!this.play && this.play.moves.length > 0 && !this.play.over && !this.away);
  plies = $derived(this.play?.ply ?? 0);
  round = $derived((this.past ?? this.play)?.round ?? 0);
  marks = $derived(marksOf(this.log, this.review.summary?.plies ?? []));
  /** The decision told of while the board shows it. */
  reviewed = $derived(this.review.at(this.past));
  unaided = $derived(this.table && noHelpAt(this.table));
  over = $derived(this.play?.over ?? this.table?.state === "over");

  /** The socket tells everything, also that there is no such table. */
  open(): void {
    this.left = false;
    this.absence.begin();
    this.missing = ""; // Whoever has just sat down may see what they couldn't before.
    this.socket = new LiveSocket(`/tables/${this.id}/socket`, {
      hello: () => ({
        ...STRANGER,
        seq: this.playback.latest?.seq ?? 0,
        seat: this.wantSeat,
        chat: this.chat.last,
      }),
      hear: (message) => this.hear(message),
      connection: (state) => (this.connection = state),
    });
  }

  close(): void {
    this.left = true;
    this.socket?.close();
    this.review.stop();
    this.playback.stop();
    this.absence.end();
  }

  protected async loadKit(game: string): Promise<void> {
    try {
      this.kit = await loadKit(game);
    } catch (error) {
      toasts.problem(error);
    }
  }

  private async loadFacts(game: string): Promise<void> {
    while (!this.facts && !this.left) {
      this.facts = await factsOf(game).catch(() => null);
      if (!this.facts) await new Promise((go) => setTimeout(go, 2000));
    }
  }

  private hear(message: Heard): void {
    if (message.type === "play") this.playback.enqueue(message);
    else if (message.type === "table") this.takeTable(message.table);
    else if (message.type === "chat") this.chat.hear(message.lines);
    else if (message.type === "reaction") this.reactions.hear(message);
    else if (message.type === "refused") this.takeRefusal(message);
    else if (message.type === "bye" && message.reason === "closed" && !this.missing)
      toasts.say(t("table.closed"));
    else if (message.type === "bye" && message.reason === "signed-out") void settings.refreshPerson();
  }

  private takeTable(table: Table): void {
    const before = this.table;
    this.table = table;
    if (!before) {
      void this.loadKit(table.game);
      void this.loadFacts(table.game);
    }
    if (before?.state === "open" && table.state === "playing") playSound("turn");
    if (before?.state === "playing" && table.state === "playing") this.tellChanges(before, table);
    if (table.undo && table.undo.ply !== before?.undo?.ply) void this.loadLog(); // It names the move.
  }

  /** Say who has left, and who is back; and to who asked to take back, that they were refused. */
  private tellChanges(before: Table, now: Table): void {
    for (const { seat, left } of presenceChanges(before, now))
      toasts.say(t(left ? "presence.now_left" : "presence.now_back", { name: this.names[seat] ?? "" }));
    if (undoWasRefused(before, now) && !this.withdrew) toasts.say(t("undo.refused"));
    if (!now.undo) this.withdrew = false;
  }

  private takeRefusal(message: { id: string | null; error: Problem }): void {
    this.pending = null;
    if (!this.table && message.error.key === "not-found") this.missing = t("table.missing");
    else if (message.error.key === "luck-closed") this.missing = settings.texts.say("error.luck-closed");
    else if (message.error.key !== "stale") toasts.problem(new Refused(409, message.error));
  }

  /** Show the latest at once. */
  skip(): void {
    this.playback.skipToLatest();
  }

  /** Show a message; the first one, or one that begins anew, without its news. */
  private show(play: Shown, first: boolean): void {
    const before = this.play;
    const mine = this.myTurn;
    const same = !first && before !== null && asksTheSame(before, play);
    this.play = same ? { ...play, moves: before.moves } : play; // Boards begin anew with other moves.
    if (first || play.ply < (before?.ply ?? 0) || tookBack(play.news)) this.lookingBack.forget(play.ply);
    this.absence.show(play.ply);
    this.previews.forget();
    this.pending = null;
    if (!same) this.chosen = null;
    this.news = first ? [] : play.news;
    if (first) void this.loadLog();
    else this.logAndSound(play);
    if (this.hotSeat && before && play.seat !== before.seat)
      this.hidden = !play.over && (this.kit?.hasSecrets(play.view) ?? true);
    if (!mine && this.myTurn && !first) playSound("turn");
    if (play.over && before && !before.over) playSound("end");
  }

  /** Log the news, and let them be heard. */
  private logAndSound({ news, ply, round, over }: Play): void {
    if (!news.length) return;
    if (tookBack(news)) void this.loadLog();
    else this.gameLog.add({ ply, round, news });
    if (over) void this.loadLog(); // answer by answer, as the analysis marks them
    for (const each of news) {
      const sound = this.kit?.showings[each.kind]?.sound;
      if (sound) playSound(sound);
    }
  }

  private async loadLog(): Promise<void> {
    if (this.table?.state === "open") return;
    await this.gameLog.load(() => api.history(this.id, this.play?.seat));
  }

  // What this player does.

  /** Choose a move: sent at once, or shown first where the player wants to confirm. */
  choose = (move: Move | null): void => {
    if (move && !settings.now.confirm) this.submit(move.text);
    else this.chosen = move;
  };

  submit = (text: string): void => {
    if (this.pending || !this.play) return;
    this.pending = text;
    this.chosen = null;
    playSound("click");
    this.socket?.send({
      type: "move",
      id: newId(),
      text,
      seq: this.play.seq,
      ...(this.play.seat === null ? {} : { seat: this.play.seat }),
    });
  };

  /** Take my last answer back; the server knows which of my seats gave it. */
  undo = (): void => {
    if (this.mySeats.length && !this.over) this.socket?.send({ type: "undo", id: newId() });
  };

  /** Say yes or no to a request; to my own, no is to withdraw it. */
  answerUndo(agree: boolean): void {
    const asker = this.table?.undo?.seat;
    this.withdrew = !agree && asker !== undefined && this.mySeats.includes(asker);
    this.socket?.send({ type: "undo-answer", id: newId(), agree });
  }

  setAutomatic(on: boolean): void {
    this.socket?.send({ type: "automatic", id: newId(), on });
  }

  lookAs(seat: Seat): void {
    this.wantSeat = seat;
    this.socket?.send({ type: "seat", seat });
  }

  protected async askPreviews(texts: string[]): Promise<Record<string, Foretold>> {
    const seq = this.play?.seq;
    const found = await api.previews(this.id, texts, this.seat);
    return found.seq === seq ? readPreviews(found) : {};
  }

  // Looking back.

  /** The board at a ply, as the same eyes see it, or after the game another seat's. */
  async showPly(ply: number, seat = this.seat): Promise<void> {
    if (ply >= this.plies && !(this.over && ply === this.plies)) return this.returnToNow();
    try {
      await this.lookingBack.show(Math.max(0, Math.min(ply, this.plies)), seat);
      if (this.past) this.news = [];
    } catch (error) {
      toasts.problem(error);
    }
  }

  /** The position at a ply, as a seat saw it. */
  position(ply: number, seat: Seat | null): Promise<Position> {
    return this.lookingBack.position(ply, seat);
  }

  returnToNow(): void {
    this.lookingBack.leave();
  }
}
