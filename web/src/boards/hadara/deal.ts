/** Dragging a card or a colony, as an extra to the buttons: onto the own board to keep it, onto the own coins to cash it in. */
import type { Attachment } from "svelte/attachments";
import { drag, dragged } from "$lib/browser/drag.svelte";
import type { BoardProps, Move } from "./types";

const KIND = "deal";

/** What can be dragged: `keep` buys or integrates, `cash` sells or plunders. */
export function deal(
  given: () => BoardProps,
  keep: () => Move | undefined,
  cash: () => Move | undefined,
): Attachment<HTMLElement> {
  const moveAt = (target: string) => (target === "keep" ? keep() : target === "cash" ? cash() : undefined);
  return drag(() => {
    if (given().pending || (!keep() && !cash())) return null;
    return {
      kind: KIND,
      mayDrop: (target) => !!moveAt(target),
      drop: (target) => given().choose(moveAt(target) ?? null),
    };
  });
}

/** How a target looks now: nothing, open for what is being dragged, or about to take it. */
export function opening(target: "keep" | "cash"): "" | "open" | "over" {
  if (dragged.now?.kind !== KIND || !dragged.now.mayDrop(target)) return "";
  return dragged.over === target ? "over" : "open";
}
