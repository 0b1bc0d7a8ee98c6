/** Whose turn it is, in the tab's title and its icon. */
const ICON = "/icon.svg";
const TURN =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#9b4119"/><path d="M12 38c0 11 9 18 20 18s20-7 20-18c-4 3-9 4-12 4H24c-3 0-8-1-12-4z" fill="#f5d9a8"/><circle cx="46" cy="18" r="15" fill="#f4c542" stroke="#fff" stroke-width="4"/></svg>',
  );

export function showTurn(turn: boolean, title: string): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = turn ? TURN : ICON;
}
