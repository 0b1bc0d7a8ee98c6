/** My tables on every page: what waits for me, and what has just happened at another one. */
import { api } from "$lib/server/api";
import { titleOf } from "$lib/games.svelte";
import { seatOf } from "$lib/kinds";
import { updateList } from "./lists";
import { pairing } from "./pairing.svelte";
import { cameBy, keptFor, namesOf } from "$lib/table/players";
import { router } from "$lib/browser/router.svelte";
import { settings, t } from "$lib/settings.svelte";
import { LiveSocket } from "$lib/server/socket";
import { playSound } from "$lib/sounds";
import { showNotice } from "$lib/page/system-notices";
import { toasts } from "$lib/toasts.svelte";
import type { Table } from "$lib/server/types";

interface Happened {
  event: "turn" | "invited" | "paired" | "round" | "rematch" | "over" | "chat";
  table: Table;
}

const SOUNDS: Partial<Record<Happened["event"], "chat" | "end">> = { chat: "chat", over: "end" };
/** Whoever came for something else first gets that. */
const LATER = 1500;

/** Whether a table waits for a person: to answer, or to sit down. */
export function waitsFor(table: Table, person: string | null | undefined): boolean {
  const asked = table.asked.some((seat) => table.seats[seat]?.mine && !table.seats[seat].stand_in);
  return keptFor(table, person).length > 0 || (table.state === "playing" && asked);
}

/** Whether I have answered between two looks, for others alone couldn't have answered so often, and they after me. */
function cameBack(before: Table, after: Table): boolean {
  const others = before.asked.filter((seat) => !before.seats[seat]?.mine);
  const last = after.last && seatOf(after.last);
  const mine = after.seats.some(({ seat, mine }) => mine && seat === last);
  return after.ply - before.ply > others.length && !mine;
}

/** What has happened between two looks at my tables; of one that is gone, only that it may be over. */
export function compare(before: readonly Table[], after: readonly Table[], person: string): Happened[] {
  const waited = new Map(before.filter((table) => waitsFor(table, person)).map((table) => [table.id, table]));
  const there = new Set(after.map((table) => table.id));
  const asking = after.filter((table) => {
    const known = waited.get(table.id);
    return waitsFor(table, person) && (!known || cameBack(known, table));
  });
  const gone = before.filter((table) => table.state === "playing" && !there.has(table.id));
  return [
    ...asking.map((table) => ({ event: cameBy(table, person) ?? "turn", table }) as const),
    ...gone.map((table) => ({ event: "over", table }) as const),
  ];
}

/** What happened, in a sentence. */
function sentence({ event, table }: Happened): string {
  const names = namesOf(table).filter((_, seat) => !table.seats[seat]?.mine);
  const host = table.seats.find((seat) => seat.person === table.host)?.name ?? "";
  const facts = { game: titleOf(table.game), names: settings.texts.list(names), host };
  return settings.texts.say(`notify.${event}`, facts);
}

class Watch {
  lobby = $state.raw<Table[]>([]);
  mine = $state.raw<Table[]>([]);
  /** The tables that wait for me, but for the one I look at. */
  waiting = $derived(
    this.mine.filter((table) => waitsFor(table, settings.person?.id) && table.id !== this.here),
  );
  /** Grows with everything that happens in the event on this page. */
  eventNews = $state(0);
  private known = false;
  private inLobby = false;

  /** The table on this page. */
  get here(): string | null {
    return router.route.page === "t" ? (router.route.args[0] ?? null) : null;
  }

  /** Listen until the answer is called: for the lobby or an event, too, or later and for a person's tables alone. */
  open(lobby: boolean, event: string | null, person: string | null): () => void {
    let socket: LiveSocket | null = null;
    const listen = () => {
      socket = new LiveSocket("/socket", {
        hello: () => ({ type: "hello", lobby, event }),
        hear: (message) => {
          if (message.type === "lobby") this.lobby = updateList(this.lobby, message);
          if (message.type === "mine") this.updateMine(updateList(this.mine, message), person);
          if (message.type === "event") this.eventNews++;
          if (message.type === "said") this.overhear(message.table);
          if (message.type === "bye" && message.reason === "signed-out") void settings.refreshPerson();
        },
        connection: () => undefined,
      });
    };
    // Whoever has become somebody in the lobby is about to play.
    const entered = lobby && this.inLobby;
    this.inLobby = lobby;
    const now = event || (lobby && !entered);
    const timer = lobby || event || person ? setTimeout(listen, now ? 0 : LATER) : undefined;
    return () => {
      clearTimeout(timer);
      socket?.close();
    };
  }

  /** Somebody else sits here now: nothing of before has happened to them. */
  forget(): void {
    this.mine = [];
    this.known = false;
    pairing.forget();
  }

  private updateMine(tables: Table[], person: string | null): void {
    const news = person ? compare(this.mine, tables, person) : [];
    // Of what was there before the first look, only a table that I am looking for is new to me.
    const heard = this.known ? news : news.filter(({ event }) => event === "paired" && pairing.mine);
    this.mine = tables;
    this.known = true;
    for (const each of heard) void this.tell(each);
  }

  /** Somebody has written at a table of mine. */
  overhear(id: string): void {
    const table = this.mine.find((each) => each.id === id);
    if (table) void this.tell({ event: "chat", table });
  }

  private async tell(happened: Happened): Promise<void> {
    const { event, table } = happened;
    if (event === "paired" && pairing.found(table)) return;
    if (event === "over" && (await api.table(table.id).catch(() => null))?.state !== "over") return;
    const text = sentence(happened);
    const path = `/t/${table.id}`;
    if (document.hidden)
      void showNotice(settings.texts.say(`notify.title.${event}`), { body: text, tag: table.id, path });
    if (table.id === this.here) return; // The table itself shows and sounds it.
    toasts.offer(text, { path, text: t("notices.go") });
    playSound(SOUNDS[event] ?? "turn");
  }
}

export const watch = new Watch();
