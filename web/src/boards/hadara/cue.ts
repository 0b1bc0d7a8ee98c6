/** What scrolls says so: `data-more` names the edges beyond which there is more, and Art.svelte fades them. */
import type { Attachment } from "svelte/attachments";
import { measure } from "$lib/browser/measure";

export const cue: Attachment<HTMLElement> = (node) => {
  const look = () => {
    const below = node.scrollHeight - node.clientHeight - node.scrollTop > 4;
    const more = [...(node.scrollTop > 4 ? ["above"] : []), ...(below ? ["below"] : [])].join(" ");
    return () => {
      if (node.dataset["more"] !== more) node.dataset["more"] = more;
    };
  };
  const soon = () => measure(look);
  const sizes = new ResizeObserver(soon);
  sizes.observe(node);
  const things = new MutationObserver(soon);
  things.observe(node, { childList: true, subtree: true });
  node.addEventListener("scroll", soon, { passive: true });
  return () => {
    sizes.disconnect();
    things.disconnect();
    node.removeEventListener("scroll", soon);
  };
};
