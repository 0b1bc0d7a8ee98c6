/**
 * Dragging, as an extra to clicking: the same for mouse, pen and finger.
 *
 * `{@attach drag(() => ({ mayDrop }))}` makes a thing draggable, `data-drop="forest"` makes an
 * element a target of that name. While something is on its way, `dragged.over` names the target
 * under it (null: none that takes it) and `dragged.now` is what was given, for boards that want to
 * show where it may go.
 */
import type { Attachment } from "svelte/attachments";
import { largeView } from "./large.svelte";

export interface Drag {
  /** Whether the target of that name takes it. */
  mayDrop: (target: string) => boolean;
  /** What happens then; by default the target is clicked, which it must understand anyway. */
  drop?: (target: string) => void;
  /** A name for what is dragged, where a board has several kinds. */
  kind?: string;
  /** A finger must rest a moment before it takes the thing: for things that lie in a list that scrolls. */
  hold?: boolean;
}

/** How far a pointer goes before it drags, in pixels, and how long a finger rests where that is asked. */
const FAR = { mouse: 5, touch: 9 };
const HOLD_MS = 260;

class Dragged {
  now = $state.raw<Drag | null>(null);
  over = $state<string | null>(null);
}
export const dragged = new Dragged();

/** The target under a point that takes the thing. */
function targetAt(x: number, y: number, thing: Drag): HTMLElement | null {
  const node = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]") ?? null;
  return node && thing.mayDrop(node.dataset["drop"] ?? "") ? node : null;
}

/** A picture of the thing that follows the pointer; it takes no room and no clicks. */
function ghostOf(node: HTMLElement): HTMLElement {
  const { left, top, width, height } = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.classList.add("drag-ghost");
  for (const each of [ghost, ...ghost.querySelectorAll("*")])
    for (const name of ["id", "data-move", "data-key", "data-drop"]) each.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(ghost);
  return ghost;
}

/** One thing between being taken up and being let go. */
class Journey {
  private readonly node: HTMLElement;
  private readonly thing: Drag;
  private readonly start: PointerEvent;
  private readonly hold: boolean;
  private readonly timer: ReturnType<typeof setTimeout> | undefined;
  private readonly end: () => void;
  private ghost: HTMLElement | null = null;
  private frame = 0;
  private at = { x: 0, y: 0 };

  constructor(node: HTMLElement, thing: Drag, start: PointerEvent, end: () => void) {
    this.node = node;
    this.thing = thing;
    this.start = start;
    this.end = end;
    this.at = { x: start.clientX, y: start.clientY };
    this.hold = thing.hold === true && start.pointerType === "touch";
    this.timer = this.hold ? setTimeout(this.take, HOLD_MS) : undefined;
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.stop);
    addEventListener("keydown", this.escape, true);
    // Once the thing is taken, the page under the finger must not scroll.
    node.addEventListener("touchmove", this.still, { passive: false });
  }

  private readonly take = (): void => {
    largeView.hide();
    dragged.now = this.thing;
    this.ghost = ghostOf(this.node);
    this.node.classList.add("dragging");
    getSelection()?.removeAllRanges();
    this.draw();
  };

  private readonly move = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.ghost) {
      const far =
        Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) >
        FAR[event.pointerType === "touch" ? "touch" : "mouse"];
      if (far && this.hold)
        this.stop(); // that was a scroll
      else if (far) this.take();
      return;
    }
    if (!this.frame) this.frame = requestAnimationFrame(this.draw);
  };

  private readonly draw = (): void => {
    this.frame = 0;
    if (!this.ghost) return;
    this.ghost.style.transform = `translate(${this.at.x - this.start.clientX}px, ${this.at.y - this.start.clientY}px) scale(1.15)`;
    dragged.over = targetAt(this.at.x, this.at.y, this.thing)?.dataset["drop"] ?? null;
  };

  private readonly still = (event: TouchEvent): void => {
    if (this.ghost && event.cancelable) event.preventDefault();
  };

  private readonly escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.ghost) return;
    event.stopPropagation();
    this.stop();
  };

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    const target = this.ghost ? targetAt(event.clientX, event.clientY, this.thing) : null;
    if (this.ghost) swallowClick();
    this.stop();
    if (target && this.thing.drop) this.thing.drop(target.dataset["drop"] ?? "");
    else target?.click();
  };

  readonly stop = (): void => {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.stop);
    removeEventListener("keydown", this.escape, true);
    this.node.removeEventListener("touchmove", this.still);
    this.node.classList.remove("dragging");
    this.ghost?.remove();
    this.ghost = null;
    dragged.now = null;
    dragged.over = null;
    this.end();
  };
}

/** The click that a browser makes of the end of a drag is none; those of programs are. */
function swallowClick(): void {
  const eat = (event: Event) => event.isTrusted && (event.stopPropagation(), event.preventDefault());
  addEventListener("click", eat, true);
  setTimeout(() => removeEventListener("click", eat, true), 0);
}

/** Attach to what can be dragged; null where nothing can be done with it now. */
export function drag(thing: () => Drag | null): Attachment<HTMLElement> {
  return (node) => {
    let journey: Journey | null = null;
    $effect(() => {
      const what = thing();
      node.classList.toggle("draggable", what !== null);
      node.classList.toggle("by-holding", what?.hold === true);
    });
    const down = (event: PointerEvent) => {
      const what = journey || event.button !== 0 || !event.isPrimary ? null : thing();
      if (what) journey = new Journey(node, what, event, () => (journey = null));
    };
    // The browser's own dragging of pictures and links would end ours.
    const native = (event: Event) => event.preventDefault();
    node.addEventListener("pointerdown", down);
    node.addEventListener("dragstart", native);
    return () => {
      journey?.stop();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("dragstart", native);
    };
  };
}
