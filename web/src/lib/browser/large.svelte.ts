/** The large view: hover, long press or keyboard focus on a card or a place shows it with its words. */
import type { Snippet } from "svelte";
import type { Attachment } from "svelte/attachments";

export interface LargeThing {
  title: string;
  lines?: string[];
  /** Why it is closed now, if it is. */
  why?: string;
  /** The clause whose text is shown, and one more where a thing has two sides. */
  clause?: string;
  also?: string;
  /** What it is compared with, and stays in sight: a selector. */
  peers?: string;
  art?: Snippet;
}

class LargeView {
  /** The game on the table, whose rules are told. */
  game = "";
  thing = $state.raw<LargeThing | null>(null);
  at = $state.raw<DOMRect | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  soon(node: Element, thing: () => LargeThing, wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(node, thing), wait);
  }

  show(node: Element, thing: () => LargeThing): void {
    clearTimeout(this.timer);
    this.at = node.getBoundingClientRect();
    this.thing = thing();
  }

  hide = (): void => {
    clearTimeout(this.timer);
    // A thing may go while its board is being redrawn, when nothing else may change.
    if (this.thing) queueMicrotask(() => (this.thing = null));
  };
}

export const largeView = new LargeView();

/** Attach to anything: {@attach large(() => ({ title, lines }))}. */
export function large(thing: () => LargeThing): Attachment<Element> {
  return (node) => {
    let pressed = false;
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") largeView.soon(node, thing, 420);
    };
    const press = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") return largeView.hide();
      pressed = false;
      largeView.soon(node, () => ((pressed = true), thing()), 450);
    };
    const lift = (event: Event) => {
      if ((event as PointerEvent).pointerType === "touch" && !pressed) largeView.hide();
    };
    const click = (event: Event) => {
      // A tap on what is closed says why, as long as nothing else is touched.
      if (!pressed) return void (node.matches('[aria-disabled="true"]') && largeView.show(node, thing));
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const focus = () => node.matches(":focus-visible") && largeView.soon(node, thing, 700);
    const menu = (event: Event) => pressed && event.preventDefault();
    const on: [string, (event: Event) => void, boolean?][] = [
      ["pointerenter", enter],
      ["pointerleave", largeView.hide],
      ["pointerdown", press],
      ["pointerup", lift],
      ["click", click, true],
      ["focus", focus],
      ["blur", largeView.hide],
      ["contextmenu", menu],
    ];
    for (const [name, act, capture] of on) node.addEventListener(name, act, capture);
    return () => {
      for (const [name, act, capture] of on) node.removeEventListener(name, act, capture);
      largeView.hide();
    };
  };
}
