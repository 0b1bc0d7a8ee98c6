/** How placeholders are filled, and how each language counts and lists: the twin of cradle/i18n/placeholders.py. */
import { withMinus } from "./minus";

export type Lang = "en" | "de" | "fr" | "cs";
export type Fact = string | number | boolean | null | undefined | readonly Fact[];
export type Facts = Record<string, Fact>;

export const LANGS: readonly Lang[] = ["en", "de", "fr", "cs"];
const PLACEHOLDER = /\{(\w+)(?:@(\w+))?(?::([^{}]*))?\}/g;
/** Where the forms of a text differ from the last one: `one|other`, in Czech `one|few|other`. */
const FORMS: Partial<Record<Intl.LDMLPluralRule, number>> = { one: 0, few: 1 };
/** British English has no comma before the last item, as the catalogues write it. */
const LISTS = byLang((lang) => new Intl.ListFormat(lang === "en" ? "en-GB" : lang));
const PLURALS = byLang((lang) => new Intl.PluralRules(lang));

function byLang<Rules>(make: (lang: Lang) => Rules): Record<Lang, Rules> {
  return Object.fromEntries(LANGS.map((lang) => [lang, make(lang)])) as Record<Lang, Rules>;
}

/** The text with its facts; a fact nobody gave stays visible as `{name}`. */
export function fill(lang: Lang, text: string, facts: Facts): string {
  return text.replace(PLACEHOLDER, (whole, name: string, kase?: string, forms?: string) => {
    if (forms !== undefined) return plural(lang, forms.split("|"), facts[name]);
    const fact = (kase ? facts[`${name}@${kase}`] : undefined) ?? facts[name];
    return fact === null || fact === undefined ? whole : show(lang, fact);
  });
}

/** The form that goes with a number; the first one where there is none. */
function plural(lang: Lang, forms: string[], count: Fact): string {
  const rule = PLURALS[lang].select(typeof count === "number" ? count : 1);
  const last = forms.length - 1;
  return forms[Math.min(FORMS[rule] ?? last, last)] ?? "";
}

/** A fact as text; several are joined. */
export function show(lang: Lang, fact: Fact): string {
  if (Array.isArray(fact))
    return joinList(
      lang,
      fact.map((item: Fact) => show(lang, item)),
    );
  return typeof fact === "number" ? withMinus(fact) : String(fact);
}

/** Items as a list: `a`, `a and b`, `a, b and c`. */
export function joinList(lang: Lang, items: string[]): string {
  return LISTS[lang].format(items);
}
