/** Which move somebody looks at: under the mouse, with the focus, or under a finger that rests. */
import type { Attachment } from "svelte/attachments";

const [LOOK_MS, HOLD_MS] = [140, 450];

const moveAt = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-move]")?.dataset["move"];

/** Attach to what holds buttons with `data-move`; a finger that has rested on one doesn't press it. */
export function peek(look: (text: string | null) => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    // Never at once: the focus also goes with a button that is being redrawn, when nothing may change.
    const soon = (text: string | undefined, wait: number, then = () => look(text ?? null)) => {
      clearTimeout(timer);
      timer = setTimeout(then, text ? wait : 0);
    };
    const touches = (event: Event) => (event as PointerEvent).pointerType === "touch";
    const press = (event: Event) => {
      held = false;
      const text = moveAt(event.target);
      if (touches(event) && text) soon(text, HOLD_MS, () => ((held = true), look(text)));
    };
    const click = (event: Event) => {
      if (!held || !event.isTrusted) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const on: [string, (event: Event) => void, boolean?][] = [
      ["pointerover", (event) => touches(event) || soon(moveAt(event.target), LOOK_MS)],
      ["pointerleave", () => soon(undefined, 0)],
      ["pointerdown", press],
      ["pointerup", (event) => touches(event) && soon(undefined, 0)],
      ["pointercancel", () => soon(undefined, 0)],
      [
        "focusin",
        ({ target }) => (target as Element).matches(":focus-visible") && soon(moveAt(target), LOOK_MS),
      ],
      ["focusout", () => soon(undefined, 0)],
      ["click", click, true],
    ];
    for (const [name, act, capture] of on) node.addEventListener(name, act, capture);
    return () => {
      clearTimeout(timer);
      for (const [name, act, capture] of on) node.removeEventListener(name, act, capture);
    };
  };
}
