/** The texts say what cradle.i18n says: the cases of tests/i18n, and what CRADLE_CASES adds to them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import cs from "virtual:texts/cs";
import csGames from "virtual:texts/cs/games";
import de from "virtual:texts/de";
import deGames from "virtual:texts/de/games";
import en from "virtual:texts/en";
import enGames from "virtual:texts/en/games";
import fr from "virtual:texts/fr";
import frGames from "virtual:texts/fr/games";
import { fill, joinList, LANGS, type Facts, type Lang } from "../src/lib/i18n/placeholders";
import { Texts } from "../src/lib/i18n/texts";

type Said = Record<Lang, string>;
interface Sentence extends Said {
  how: string;
  game: string;
  about: never;
}
interface Cases {
  plurals: Record<Lang, Record<string, number>>;
  lists: (Said & { items: string[] })[];
  placeholders: { lang: Lang; text: string; facts: Facts; said: string }[];
  names: string[];
  sentences: Sentence[];
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as unknown;
const CASES = read("../tests/i18n/cases.json") as Cases;
const PLAYED = process.env["CRADLE_CASES"] ? (read(process.env["CRADLE_CASES"]) as Sentence[]) : [];
const CATALOGUES = {
  en: { ...en, ...enGames },
  de: { ...de, ...deGames },
  fr: { ...fr, ...frGames },
  cs: { ...cs, ...csGames },
};

describe.each(LANGS)("in %s", (lang) => {
  const texts = new Texts(lang, CATALOGUES[lang]);

  function say(how: string, game: string, about: never): string {
    if (how === "tell") return texts.tell(game, about, CASES.names);
    if (how === "move") return texts.move(game, about, CASES.names);
    if (how === "prompt") return texts.prompt(game, about, CASES.names);
    if (how === "why") return texts.why(game, about);
    const { topic, name, count } = about as { topic: string; name: string; count: number };
    return texts.term(game, topic, name, count);
  }

  it("numbers have their plural form", () => {
    const forms = lang === "cs" ? "{n:0|1|2}" : "{n:0|1}";
    for (const [n, form] of Object.entries(CASES.plurals[lang]))
      expect(fill(lang, forms, { n: Number(n) }), n).toBe(String(form));
  });
  it("items are listed", () => {
    for (const { items, ...said } of CASES.lists) expect(joinList(lang, items)).toBe(said[lang]);
  });
  it("placeholders are filled", () => {
    for (const { text, facts, said } of CASES.placeholders.filter((it) => it.lang === lang))
      expect(fill(lang, text, facts)).toBe(said);
  });
  it("sentences are said", () => {
    for (const { how, game, about, ...said } of [...CASES.sentences, ...PLAYED])
      expect(say(how, game, about)).toBe(said[lang]);
  });
  it("what nobody wrote is shown as it is", () => {
    expect(texts.say("no.such.key")).toBe("no.such.key");
  });
});
