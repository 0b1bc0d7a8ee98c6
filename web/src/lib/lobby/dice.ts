/**
 * Fair dice, from the player's side: salt goes to the server only after it has settled its secret
 * and shown the secret's hash (docs/fair-dice.md).
 */
import { api, outcomeUnknown } from "$lib/server/api";
import { settings, t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { DiceTicket, NewSeat, NewTable, Table } from "$lib/server/types";

const BYTES = 16;

/** Something nobody can guess, from the browser's own generator. */
export function freshSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Dice for a table: those that a new guest came with, or others. */
const promise = async (): Promise<DiceTicket> => settings.takeDice() ?? api.promiseDice();

type Dice = { ticket: string; salt: string };
type Promised = Dice & { commitment: string };
/** What was promised and sent, and never answered: whoever does the same again repeats it. */
const unanswered = new Map<string, Promised>();

/** Make a table with dice that were promised before, and see that they are the same. */
async function salted(act: string, about: object, make: (dice: Dice) => Promise<Table>): Promise<Table> {
  const what = JSON.stringify([settings.person?.id, act, about]);
  const promised = unanswered.get(what) ?? { ...(await promise()), salt: freshSalt() };
  unanswered.set(what, promised);
  const table = await make({ ticket: promised.ticket, salt: promised.salt }).catch((error: unknown) => {
    if (!outcomeUnknown(error)) unanswered.delete(what);
    throw error;
  });
  unanswered.delete(what);
  const another = table.host !== settings.person?.id; // Somebody else has made it just now.
  if (!another && table.dice.commitment !== promised.commitment) toasts.say(t("dice.switched"), "bad");
  return table;
}

export const makeTable = (table: NewTable): Promise<Table> =>
  salted("make", table, (dice) => api.make({ ...table, dice }));

/** A table that goes on from a position of a finished game. */
export const playOn = (id: string, ply: number, seats: NewSeat[]): Promise<Table> =>
  salted("play-on", { id, ply, seats }, (dice) => api.playOn(id, ply, seats, dice));

/** Sit down at a table with salt, for its dice are known by now; unless I sit there, or nobody can. */
async function sitDown(table: Table): Promise<Table> {
  const free = table.state === "open" && !table.seats.some((seat) => seat.mine);
  return free ? api.join(table.id, undefined, undefined, freshSalt()) : table;
}

const rematch = (id: string): Promise<Table> => salted("rematch", { id }, (dice) => api.rematch(id, dice));

/** The next table: made, or joined where somebody else has made it, perhaps just now. */
export async function playAgain(before: Table): Promise<Table> {
  const now = await api.table(before.id);
  const next = now.rematch === null ? null : await api.table(now.rematch);
  const givenUp = next?.state === "closed" && !next.seq;
  return sitDown(next && !givenUp ? next : await rematch(now.id));
}
