/** A number with a real minus sign instead of a hyphen. */
export const withMinus = (number: number | string): string => String(number).replace("-", "−");
