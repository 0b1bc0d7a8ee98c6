/** Days and times as the reader's language writes them. */
import { language } from "./numbers";

const format = (at: number, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), how).format(at);

/** The day of a moment. */
export const dayOf = (at: number): string => format(at, { dateStyle: "medium" });

/** The same where there is little room. */
export const shortDayOf = (at: number): string => format(at, { dateStyle: "short" });

/** A day of the calendar, counted from 1970, wherever the reader is. */
export const longDay = (day: number): string =>
  format(day * 86_400_000, { dateStyle: "long", timeZone: "UTC" });

/** Day and time of a moment. */
export const momentOf = (at: number): string => format(at, { dateStyle: "medium", timeStyle: "short" });
