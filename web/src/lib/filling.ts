/** How placeholders are filled and how each language counts: the twin of cradle/words/filling.py. */

export type Lang = "en" | "de" | "fr" | "cs";
export type Fact = string | number | boolean | null | undefined | readonly Fact[];
export type Facts = Record<string, Fact>;

export const LANGS: readonly Lang[] = ["en", "de", "fr", "cs"];
const PLACEHOLDER = /\{(\w+)(?:@(\w+))?(?::([^{}]*))?\}/g;
const AND: Record<Lang, string> = { en: " and ", de: " und ", fr: " et ", cs: " a " };

/** Which plural form goes with a number: 1/other, in French 0-1/other, in Czech 1/2-4/other. */
export function form(lang: Lang, count: number): number {
  const n = Math.abs(count);
  if (lang === "fr") return n > 1 ? 1 : 0;
  if (lang === "cs") return n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2;
  return n === 1 ? 0 : 1;
}

/** The text with its facts; a fact nobody gave stays visible as `{name}`. */
export function fill(lang: Lang, text: string, facts: Facts): string {
  return text.replace(PLACEHOLDER, (whole, name: string, kase?: string, forms?: string) => {
    if (forms !== undefined) return plural(lang, forms.split("|"), facts[name]);
    const fact = (kase ? facts[`${name}@${kase}`] : undefined) ?? facts[name];
    return fact === null || fact === undefined ? whole : shown(lang, fact);
  });
}

function plural(lang: Lang, forms: string[], count: Fact): string {
  const number = typeof count === "number" ? count : 1;
  return forms[Math.min(form(lang, number), forms.length - 1)] ?? "";
}

/** A fact as text; several are joined. */
export function shown(lang: Lang, fact: Fact): string {
  if (Array.isArray(fact))
    return listed(
      lang,
      fact.map((item: Fact) => shown(lang, item)),
    );
  return typeof fact === "number" ? String(fact).replace("-", "−") : String(fact);
}

/** Items as a list: `a`, `a and b`, `a, b and c`. */
export function listed(lang: Lang, items: string[]): string {
  if (items.length < 2) return items.join("");
  return items.slice(0, -1).join(", ") + AND[lang] + items[items.length - 1];
}
