/** Keys of a table: what a visible button names as its own, and a few for the whole table. */
import type { Room } from "./room.svelte";

export type Panel =
  "" | "scores" | "menu" | "text" | "mine" | "keys" | "leave" | "play-on" | "analysis" | `seat-${number}`;

/** Keys of every table, which no board takes for its own: undo, hint, odds, scores, text. */
const TABLE_KEYS = "uhgsb";
/** Keys that go on while they are held: through the past. */
const WALKING = ["ArrowLeft", "ArrowRight"];
/** Keys that click what has the focus, also while they are held. */
const CLICKING = ["Enter", " "];
/** Digits and letters that a board may give to many things alike. */
export const FREE_KEYS = [..."1234567890acdefghijklmnopqrstuvwxyz"].filter(
  (key) => !TABLE_KEYS.includes(key),
);

/** The visible button that names a key as its own; `shift+f` is not `f` where a button names it. */
function named({ key, shiftKey }: KeyboardEvent): HTMLElement | undefined {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-key]")].filter((node) =>
    node.checkVisibility({ visibilityProperty: true }),
  );
  const of = (name: string) => shown.filter((node) => node.dataset["key"]?.toLowerCase() === name);
  const shifted = shiftKey ? of(`shift+${key.toLowerCase()}`) : [];
  return (shifted.length ? shifted : of(key.toLowerCase())).find((node) => !node.matches(":disabled"));
}

/** What a key does at a table; `act` are the table's own, by key. */
export function handleKey(
  event: KeyboardEvent,
  room: Room,
  act: { open: (panel: Panel) => void; hint: () => void; odds: () => void; forget: () => void },
): void {
  const target = event.target as HTMLElement;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input:not([type=range]), textarea, select, dialog")
  )
    return;
  if (event.repeat && !WALKING.includes(event.key)) {
    if (CLICKING.includes(event.key) && target.closest("button, a, summary")) event.preventDefault();
    return;
  }
  if (event.key === " " && room.waiting) return (event.preventDefault(), room.skip());
  const focused = target.closest("button, a");
  if (event.key === "Enter" && focused && !focused.matches('[aria-disabled="true"]') && !room.chosen) return;
  const button = named(event);
  if (button) return (event.preventDefault(), button.click());
  if (target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
  const at = room.past?.ply ?? room.plies;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => void room.showPly(at - 1),
    ArrowRight: () => void room.showPly(at + 1),
    Home: () => void room.showPly(0),
    End: () => room.returnToNow(),
    u: room.undo,
    h: act.hint,
    g: act.odds,
    s: () => act.open("scores"),
    b: () => act.open("text"),
    "?": () => act.open("keys"),
    Escape: () => (room.past ? room.returnToNow() : (act.forget(), room.choose(null))),
  };
  const does = keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}
