/** Whoever has gone to another page is on it with the keyboard and a screen reader, too: at its heading. */

export function arrive(main: HTMLElement | null): void {
  const at = document.activeElement;
  if (!main || document.querySelector("dialog[open]") || (at !== main && main.contains(at))) return;
  const heading = main.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  (heading ?? main).focus({ preventScroll: true });
}
