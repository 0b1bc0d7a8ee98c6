/** Numbers as the reader's language writes them. */
import { settings } from "./settings.svelte";

/** A share of 1 in percent; signed, it says by how much something changed. */
export function percent(share: number, signed = false): string {
  const lang = settings.now.lang === "en" ? "en-GB" : settings.now.lang;
  const digits = Math.abs(share) < 0.0995 && share !== 0 ? 1 : 0;
  return new Intl.NumberFormat(lang, {
    style: "percent",
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "auto",
  })
    .format(share)
    .replace("-", "−");
}
