/** Things that fly from where they lay to whom they belong now. */
import type { Attachment } from "svelte/attachments";
import { measure } from "$lib/browser/measure";
import { settings } from "$lib/settings.svelte";

const DURATION_MS = 850;
const EASING = "cubic-bezier(0.5, 0, 0.3, 1)";

const visible = (selector: string) =>
  [...document.querySelectorAll(selector)]
    .map((node) => node.getBoundingClientRect())
    .find((box) => box.width > 0);
const home = (seat: number) => visible(`[data-seat="${seat}"]`) ?? visible(`.strip [data-brief="${seat}"]`);
const middle = (box: DOMRect) =>
  `translate(${box.x + Math.min(box.width, 500) / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%)`;

/** Above everything, since the way leads out of the board. `from` is a selector. */
export function fly(from: string, seat: number, late: number, landed: () => void): Attachment<HTMLElement> {
  return (node) => {
    document.body.append(node);
    let way: Animation | undefined;
    // It comes home also when the next news are here already; a click or a key ends the way at once.
    const land = () => way?.finish();
    measure(() => {
      const [start, end] = [visible(from) ?? visible(".room"), home(seat)];
      return () => {
        if (!start || !end || !node.isConnected) return landed();
        way = node.animate(
          [
            { transform: `${middle(start)} scale(1)`, opacity: 1 },
            { transform: `${middle(start)} translateY(-8px) scale(1.12)`, opacity: 1, offset: 0.18 },
            { transform: `${middle(end)} scale(0.45)`, opacity: 0.2 },
          ],
          {
            duration: DURATION_MS * settings.pace,
            delay: late * 70 * settings.pace,
            easing: EASING,
            fill: "backwards",
          },
        );
        way.onfinish = landed;
      };
    });
    addEventListener("pointerdown", land);
    addEventListener("keydown", land);
    return () => {
      removeEventListener("pointerdown", land);
      removeEventListener("keydown", land);
      node.remove();
    };
  };
}
