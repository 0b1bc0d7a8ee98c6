/** Sentences about a game from the data that describes it: the twin of cradle/i18n/sentences.py. */
import { fill, joinList, show, type Fact, type Facts, type Lang } from "./placeholders";
import type { Closed, Described } from "$lib/server/types";

export type Catalogue = Record<string, string>;

/** A name of the code as words: `round-began` is `round began`. */
const spaced = (name: string): string => name.replace(/[-_]/g, " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const SENTENCES = new Set(["move", "news", "step", "closed", "score", "option", "effect-text"]);

/** The texts of one language; every method that needs a game takes its name. */
export class Texts {
  readonly lang: Lang;
  private readonly texts: Catalogue;
  private readonly terms = new Map<string, [string, string]>();
  private readonly topicsOf = new Map<string, string[]>();
  private readonly forms = new Map<string, string[]>();

  constructor(lang: Lang, texts: Catalogue) {
    this.lang = lang;
    this.texts = texts;
    for (const key of Object.keys(texts)) {
      const at = key.indexOf("@");
      if (at > 0)
        this.forms.set(key.slice(0, at), [...(this.forms.get(key.slice(0, at)) ?? []), key.slice(at + 1)]);
    }
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** A sentence with its facts; a key nobody has written is shown as it is. */
  say(key: string, facts: Facts = {}): string {
    const text = this.texts[key];
    return text === undefined ? key : fill(this.lang, text, facts);
  }

  /** A piece of news in words. */
  tell(game: string, described: Described, names?: readonly string[]): string {
    const kind = described.kind;
    const keys = [`${game}.news.${kind}`, `${game}.move.${kind}`, `table.news.${kind}`];
    return this.sayDescribed(keys, this.facts(game, described, names));
  }

  /** A move in words. */
  move(game: string, described: Described, names?: readonly string[]): string {
    return this.sayDescribed([`${game}.move.${described.kind}`], this.facts(game, described, names));
  }

  /** What a step asks of a seat. */
  prompt(game: string, described: Described, names?: readonly string[]): string {
    return this.sayDescribed([`${game}.step.${described.kind}`], this.facts(game, described, names));
  }

  /** Why something is closed to a seat. */
  why(game: string, closed: Closed): string {
    const subject = this.term(game, "subject", closed.subject);
    const key = `${game}.closed.${closed.reason}`;
    if (!this.has(key)) return this.plain(`${subject}: ${spaced(closed.reason)}`, closed.numbers);
    return this.say(key, { subject, ...closed.numbers });
  }

  /** The word for a thing: `GAME.place.forest`, or `GAME.card.blue` with a number. */
  term(game: string, topic: string, name: string, count = 1): string {
    const [key, number] = this.find(game, topic, name);
    return key ? this.say(key, { count, number }) : name.replaceAll("_", " ");
  }

  /** What something is called below a key, or its own name where nobody wrote it. */
  named(stem: string, name: string): string {
    const key = `${stem}.${name}`;
    return this.has(key) ? this.say(key) : capital(spaced(name));
  }

  player(seat: number, names?: readonly string[]): string {
    return names?.[seat] ?? this.say("common.player", { number: seat + 1 });
  }

  list(items: string[]): string {
    return joinList(this.lang, items);
  }

  /** So many of each thing: `2 wood and 1 clay`. */
  amounts(game: string, field: string, amounts: Record<string, number>, kase = ""): string {
    const parts = Object.entries(amounts).map(([name, n]) => this.amount(game, field, name, n, kase));
    return joinList(this.lang, parts) || this.say("common.nothing");
  }

  /** So many of a thing: `2 wood`; a form that shows the number itself, as it is: `income 2`. */
  private amount(game: string, field: string, name: string, count: number, kase: string): string {
    const [key, number] = this.find(game, field, name);
    const form = this.forms.get(key)?.includes(kase) ? `${key}@${kase}` : key;
    const word = key ? this.say(form, { count, number }) : name.replaceAll("_", " ");
    return this.texts[form]?.includes("{count}") ? word : `${count} ${word}`;
  }

  /** The first sentence that somebody wrote; without any, the plain facts. */
  private sayDescribed(keys: string[], { ...about }: Facts): string {
    const key = keys.find((key) => this.has(key));
    if (key) return this.say(key, about);
    const { kind, seat, text: _, ...rest } = about;
    const what = spaced(String(kind ?? ""));
    if (seat !== undefined) return this.plain(`${String(seat)}: ${what}`, rest);
    return this.plain(capital(what), rest);
  }

  /** What happened, with its facts in brackets: `Ann: rolled (dice 1, 4 and 6)`. */
  private plain(what: string, about: Facts): string {
    const parts = Object.entries(about)
      .filter(([field, value]) => value !== null && value !== undefined && !field.includes("@"))
      .map(([field, value]) => `${spaced(field)} ${this.plainValue(value)}`);
    return parts.length ? `${what} (${parts.join(", ")})` : what;
  }

  private plainValue(value: Fact): string {
    if (typeof value === "boolean") return this.say(value ? "common.yes" : "common.no");
    return show(this.lang, value);
  }

  private facts(game: string, described: Described, names?: readonly string[]): Facts {
    const count = typeof described["count"] === "number" ? described["count"] : 1;
    const about: Facts = {};
    for (const [field, value] of Object.entries(described)) {
      if (field === "seat" && typeof value === "number") about[field] = this.player(value, names);
      else this.fact(about, game, field, value, count);
    }
    return about;
  }

  private fact(about: Facts, game: string, field: string, value: unknown, count: number): void {
    if (typeof value === "string") {
      about[field] = this.term(game, field, value, count);
      const [key, number] = this.find(game, field, value);
      for (const kase of this.forms.get(key) ?? []) {
        about[`${field}@${kase}`] = this.say(`${key}@${kase}`, { count, number });
      }
    } else if (Array.isArray(value)) {
      const parts = value.map((x) => (typeof x === "string" ? this.term(game, field, x) : String(x)));
      about[field] = joinList(this.lang, parts) || this.say("common.none");
    } else if (value !== null && typeof value === "object") {
      const amounts = value as Record<string, number>;
      about[field] = this.amounts(game, field, amounts);
      for (const name of Object.keys(amounts)) {
        for (const kase of this.forms.get(this.find(game, field, name)[0]) ?? []) {
          about[`${field}@${kase}`] ??= this.amounts(game, field, amounts, kase);
        }
      }
    } else about[field] = value as Fact;
  }

  private find(game: string, topic: string, name: string): [string, string] {
    const cacheKey = `${game}|${topic}|${name}`;
    let found = this.terms.get(cacheKey);
    if (!found) this.terms.set(cacheKey, (found = this.seek(game, topic, name)));
    return found;
  }

  private seek(game: string, topic: string, name: string): [string, string] {
    for (const place of [topic, topic.replace(/s$/, ""), "resource", ...this.topics(game)]) {
      let stem = name;
      let rest = "";
      while (stem) {
        const key = `${game}.${place}.${stem}`;
        if (this.has(key)) return [key, rest];
        const cut = stem.lastIndexOf("-");
        const last = stem.slice(cut + 1);
        rest = rest ? `${last}-${rest}` : last;
        stem = cut < 0 ? "" : stem.slice(0, cut);
      }
    }
    return ["", ""];
  }

  private topics(game: string): string[] {
    let found = this.topicsOf.get(game);
    if (!found) {
      const names = new Set<string>();
      for (const key of Object.keys(this.texts)) {
        const parts = key.split(".");
        if (parts[0] === game && parts.length > 2 && !SENTENCES.has(parts[1]!)) names.add(parts[1]!);
      }
      this.topicsOf.set(game, (found = [...names].sort()));
    }
    return found;
  }
}
