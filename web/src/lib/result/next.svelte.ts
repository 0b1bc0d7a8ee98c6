/** The next table: what those who sat at a finished one are told of it, as it changes. */
import { api } from "$lib/server/api";
import { keptFor } from "$lib/table/players";
import { settings } from "$lib/settings.svelte";
import { LiveSocket } from "$lib/server/socket";
import type { Table } from "$lib/server/types";

/** What the next table is to a person: theirs to join, to go to, to watch, or nothing yet. */
type Offer = "join" | "waiting" | "begun" | "watch" | null;

export function offerOf(next: Table | null, person: string | null): Offer {
  if (!next || (next.state === "closed" && !next.seq)) return null;
  if (next.seats.some((seat) => seat.mine)) return next.state === "open" ? "waiting" : "begun";
  return keptFor(next, person).length ? "join" : "watch";
}

/** Who hasn't sat down yet, by name. */
export const missingAt = (next: Table): string[] =>
  next.seats.filter((seat) => seat.kind === "kept").map((seat) => seat.name ?? "");

export class NextTable {
  table = $state.raw<Table | null>(null);
  offer = $derived(offerOf(this.table, settings.person?.id ?? null));

  /** Follow a table from afar, until the answer is called: it is among my games while it waits. */
  follow(id: string): () => void {
    let ended = false;
    const load = async () => {
      const found = await api.table(id).catch(() => null);
      if (!ended) this.table = found;
    };
    void load();
    const socket = new LiveSocket("/socket", {
      hello: () => ({ type: "hello" }),
      hear: (message) => void (message.type === "mine" && load()),
      connection: () => undefined,
    });
    return () => {
      ended = true;
      this.table = null;
      socket.close();
    };
  }
}
