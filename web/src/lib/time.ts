/** Spans of time, and moments that have passed, in few words. */

/** How much time a clock shows. */
export function clockWords(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago something was: `5 minutes ago`. */
export function ago(lang: string, at: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });
  const passed = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? (["second", 1000] as const);
  return words.format(unit === "second" ? 0 : -Math.floor(passed / length), unit);
}
