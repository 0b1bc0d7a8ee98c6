/** What scrolls says so: `data-more` names the edges beyond which there is more, and Art.svelte fades them. */
import type { Attachment } from "svelte/attachments";

export const cue: Attachment<HTMLElement> = (node) => {
  const look = () => {
    const below = node.scrollHeight - node.clientHeight - node.scrollTop > 4;
    const more = [...(node.scrollTop > 4 ? ["above"] : []), ...(below ? ["below"] : [])].join(" ");
    if (node.dataset["more"] !== more) node.dataset["more"] = more;
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(node);
  const things = new MutationObserver(look);
  things.observe(node, { childList: true, subtree: true });
  node.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    things.disconnect();
    node.removeEventListener("scroll", look);
  };
};
