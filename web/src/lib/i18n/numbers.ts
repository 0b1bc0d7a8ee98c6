/** Numbers as the reader's language writes them. */
import { withMinus } from "./minus";
import { settings } from "$lib/settings.svelte";

/** The language that numbers and dates are written in. */
export const language = () => (settings.now.lang === "en" ? "en-GB" : settings.now.lang);

/** A share of 1 in percent; signed, it says by how much something changed. */
export function percent(share: number, signed = false): string {
  const digits = Math.abs(share) < 0.0995 && share !== 0 ? 1 : 0;
  const how = {
    style: "percent",
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "auto",
  } as const;
  return withMinus(new Intl.NumberFormat(language(), how).format(share));
}

/** By how much a share changed, with its standard error where one is told. */
export const measured = (change: number, error: number | null): string =>
  error === null ? percent(change, true) : `${percent(change, true)}\u00a0±\u00a0${percent(error)}`;

/** A whole number that says by how much something changed. */
export const signed = (change: number): string =>
  withMinus(new Intl.NumberFormat(language(), { signDisplay: "exceptZero" }).format(change));

const LEAST = 0.001;

/** A chance in percent; what is possible, or not sure, never looks otherwise. */
export function chanceText(chance: number): string {
  if (chance > 0 && chance < LEAST) return `< ${percent(LEAST)}`;
  return chance < 1 && chance > 0.99 ? `> ${percent(0.99)}` : percent(chance);
}

/** A number with two decimals. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    value,
  );
}

/** A number with as many decimals as it has, up to two. */
export const figure = (value: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);

/** A share of 1 in percent, to a tenth: who stands before whom may depend on it. */
export const finePercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 }).format(share);

/** A minute of the day as clocks show it, and as fields for times want it. */
export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** The minute of the day that a clock shows. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}
