/** Spans of time, and moments that have passed, in few words. */
import { t } from "$lib/settings.svelte";

/** How much time a clock shows. */
export function clockWords(ms: number, say = t): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours] = [Math.floor(s / 86400), Math.floor((s % 86400) / 3600)];
  const minutes = Math.floor((s % 3600) / 60);
  if (days) return say("time.days", { days, hours });
  if (hours) return say("time.hours", { hours, minutes });
  return `${minutes}:${String(s % 60).padStart(2, "0")}`;
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
