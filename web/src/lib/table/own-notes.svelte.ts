/** What a player writes down at a table for themselves: kept in this browser until the server has it. */
import { api, outcomeUnknown } from "$lib/server/api";
import { problemText } from "$lib/problems";
import { settings } from "$lib/settings.svelte";
import { lasting } from "$lib/browser/storage";
import { toasts } from "$lib/toasts.svelte";

const PAUSE_MS = 600;
const AGAIN_MS = 5000;

/** What the server doesn't have yet, and what it had when it was begun, if that was known. */
interface Draft {
  text: string;
  base: string | null;
}

const draftAt = (key: string): Draft | null => lasting.read<Draft | null>(key, null);

/** Both texts, unless one goes on from the other. */
function join(kept: string, { text, base }: Draft): string {
  if (kept === base || text.startsWith(kept)) return text;
  return kept.startsWith(text) ? kept : `${kept}\n\n${text}`;
}

export class OwnNotes {
  text = $state("");
  /** Whether they can be written: what was written before is there, or can't be had. */
  ready = $state(false);
  /** Why they aren't saved, in words. */
  problem = $state("");
  /** What the server has; null until it has said so. */
  private kept = $state<string | null>(null);
  private readonly person: string;
  private readonly table: string;
  private readonly key: string;
  private draft: Draft | null;
  private loading = false;
  private sending = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(person: string, table: string) {
    this.person = person;
    this.table = table;
    this.key = `cradle.notes.${person}.${table}`;
    this.draft = draftAt(this.key);
    addEventListener("pagehide", () => void this.save(true));
    document.addEventListener("visibilitychange", () => void this.save(document.hidden));
  }

  get saved(): boolean {
    return this.kept !== null && this.kept.trim() === this.text.trim();
  }

  /** Whether they are those of whoever looks; sent by another, they would become the other's. */
  private get mine(): boolean {
    return whoLooks() === this.person;
  }

  /** Fetch what was written before, perhaps elsewhere since it was last shown. */
  async load(): Promise<void> {
    if (this.loading || this.sending || !this.mine) return;
    this.loading = true;
    const known = this.kept;
    try {
      const { text } = await api.notes(this.table);
      if (this.kept === known) this.take(text); // Otherwise what was saved meanwhile is newer.
    } catch (error) {
      this.text ||= this.draft?.text ?? "";
      if (this.kept === null) this.failed(error);
    }
    this.loading = false;
    this.ready = true;
    if (this.draft && this.kept !== null) await this.save();
  }

  private take(text: string): void {
    this.text = this.draft ? join(text, this.draft) : text;
    this.kept = text;
    this.problem = "";
  }

  /** Something was typed: it is here at once, and on the server after a pause. */
  typed(): void {
    this.keepHere({ text: this.text, base: this.kept ?? this.draft?.base ?? null });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), PAUSE_MS);
  }

  /** Save now what isn't saved; whoever leaves doesn't wait for what is on its way. */
  async save(leaving = false): Promise<void> {
    if (!this.draft || !this.mine || (this.sending && !leaving)) return;
    clearTimeout(this.timer);
    if (this.kept === null) return this.load();
    if (this.saved) return this.keepHere(null);
    const written = this.text;
    this.sending += 1;
    const failure = await api.keepNotes(this.table, written).then(() => null, problemOf);
    this.sending -= 1;
    if (failure) return this.failed(failure.error);
    this.kept = written;
    this.problem = "";
    await this.save(); // What was typed meanwhile, if anything.
  }

  private failed(error: unknown): void {
    if (!this.problem) toasts.problem(error);
    this.problem = problemText(error);
    if (this.draft && outcomeUnknown(error)) this.timer = setTimeout(() => void this.save(), AGAIN_MS);
  }

  private keepHere(draft: Draft | null): void {
    this.draft = draft;
    // Where a browser keeps nothing: it is on the server soon.
    if (draft) lasting.write(this.key, draft);
    else lasting.remove(this.key);
  }
}

const problemOf = (error: unknown) => ({ error });

const whoLooks = () => settings.person?.id ?? "";

const all = new Map<string, OwnNotes>();
/** The notes of whoever looks, at a table: the same wherever they are shown. */
export function ownNotesAt(table: string): OwnNotes {
  const person = whoLooks();
  const key = `${person}/${table}`;
  const found = all.get(key) ?? new OwnNotes(person, table);
  all.set(key, found);
  return found;
}
