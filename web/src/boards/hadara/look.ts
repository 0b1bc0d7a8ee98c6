/** Things to look at closely: large on hover, long press and focus, and at once on a click, a tap or Enter. */
import type { Attachment } from "svelte/attachments";
import { large, largeView, type LargeThing } from "$lib/browser/large.svelte";
import { measure } from "$lib/browser/measure";

export function look(thing: () => LargeThing): Attachment<HTMLElement> {
  const attach = large(thing);
  return (node) => {
    const off = attach(node);
    const show = () => {
      largeView.soon(node, thing, 0);
      document.addEventListener("pointerdown", largeView.hide, { once: true, capture: true });
    };
    node.addEventListener("click", show);
    return () => {
      node.removeEventListener("click", show);
      off?.();
    };
  };
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest of the boxes in a direction; what lies straight on is nearer than what lies aside. */
export function nearest(from: DOMRect, boxes: DOMRect[], [dx, dy]: [number, number]): number {
  const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const here = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, i) => {
    const there = middle(box);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [i, ahead + 3 * aside];
  });
  return best;
}

/** Many things, one stop for Tab: the arrow keys go from one to the next inside. */
export const rove: Attachment<HTMLElement> = (node) => {
  const things = () =>
    [...node.querySelectorAll<HTMLElement>("button")].filter((each) => each.offsetParent !== null);
  const look = () => {
    const all = things();
    return () => {
      const now =
        all.find((each) => each === document.activeElement) ??
        all.find((each) => each.tabIndex === 0) ??
        all[0];
      for (const each of all)
        if (each.tabIndex !== (each === now ? 0 : -1)) each.tabIndex = each === now ? 0 : -1;
    };
  };
  const keepOne = () => look()();
  const key = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    const here = event.target as HTMLElement;
    if (!way || event.ctrlKey || event.metaKey || event.altKey || !node.contains(here)) return;
    const all = things().filter((each) => each !== here);
    const next =
      all[
        nearest(
          here.getBoundingClientRect(),
          all.map((each) => each.getBoundingClientRect()),
          way,
        )
      ];
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  };
  const watch = new MutationObserver(() => measure(look));
  watch.observe(node, { childList: true, subtree: true });
  node.addEventListener("keydown", key);
  node.addEventListener("focusin", keepOne);
  measure(look);
  return () => {
    watch.disconnect();
    node.removeEventListener("keydown", key);
    node.removeEventListener("focusin", keepOne);
  };
};
