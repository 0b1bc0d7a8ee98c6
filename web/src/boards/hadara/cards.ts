/** Cards in words: by their colour and what they show, for their numbers in the box are printed nowhere. */
import { capital } from "$lib/i18n/texts";
import { inSequence } from "$lib/i18n/punctuation";
import { settings, t } from "$lib/settings.svelte";
import type { Closed, Described, GameFacts, News } from "$lib/server/types";
import { cardOf, clauseOf, stepsOf } from "./components";
import { EPOCHS, GAME } from "./names";
import type { BoardProps, Facts, Track } from "./types";

type Named = Pick<BoardProps, "texts" | "facts">;

export const steps = (given: Named, pairs: [Track, number][]): string =>
  given.texts.list(pairs.map(([track, n]) => `+${n} ${given.texts.term(GAME, "track", track)}`));

const colourName = (given: Named, id: string): string =>
  capital(given.texts.term(GAME, "colour", id.split("-")[0] ?? ""));

/** A card: its title and its facts line by line. */
export function aboutCard(
  given: Named,
  id: string,
  price: number | null = null,
): { title: string; lines: string[]; clause: string } {
  const card = cardOf(given.facts, id);
  const epoch = EPOCHS[Number(id.split("-")[1])] ?? "";
  const title = `${colourName(given, id)} · ${t("hadara.epoch", { epoch })}`;
  if (!card) return { title, lines: [], clause: "" };
  const gains = stepsOf(card);
  const cost = Number(card.cost);
  return {
    title,
    lines: [
      price !== null && price !== cost ? t("hadara.cost_yours", { cost, price }) : t("hadara.cost", { cost }),
      ...(gains.length ? [steps(given, gains)] : []),
      ...(card.effect ? [given.texts.say(`hadara.effect-text.${card.effect}`)] : []),
      ...(Number(card.points) ? [t("hadara.points", { count: Number(card.points) })] : []),
    ],
    clause: card.effect ? clauseOf(given.facts, "effect", card.effect) : "H-T2",
  };
}

/**
 * A card's name with what it shows in place of its number: `green-(+2 food)`. The texts put its colour into
 * the form that a sentence needs, as they do with its number.
 */
function cardWords(given: Named, id: string): string {
  const card = cardOf(given.facts, id);
  if (!card) return id;
  const shown = [
    ...stepsOf(card).map(([track, n]) => `+${n} ${given.texts.term(GAME, "track", track)}`),
    ...(card.effect ? [given.texts.term(GAME, "effect", card.effect)] : []),
    ...(Number(card.points) ? [t("hadara.points", { count: Number(card.points) })] : []),
  ];
  return `${id.split("-")[0]}-(${shown.join(", ")})`;
}

/** A card by what it shows, within a sentence. */
export const cardName = (given: Named, id: string): string =>
  given.texts.term(GAME, "card", cardWords(given, id));

/** Why a card can't be had, by what it shows. */
export const whyCard = (given: Named, closed: Closed): string =>
  given.texts.why(GAME, { ...closed, subject: cardName(given, closed.subject) });

/** A card that may come, by what it shows and what it costs. */
export function comingCard(given: Named, id: string): string {
  const cost = Number(cardOf(given.facts, id)?.cost ?? 0);
  return inSequence([capital(cardName(given, id)), t("hadara.cost", { cost })]);
}

/** News with its cards and colonies by what they show: their numbers in the box are printed nowhere. */
export function nameThings(news: News, facts: GameFacts | null): Described {
  const given = { texts: settings.texts, facts: facts as Facts };
  const card = (id: string) => cardWords(given, id);
  const colony = (reverse: string) => reverse.replace(/-\d+$/, "");
  const named = Object.entries({ card, other: card, reverse: colony })
    .filter(([field]) => typeof news[field] === "string")
    .map(([field, name]) => [field, name(String(news[field]))]);
  return { ...news, ...Object.fromEntries(named) };
}

/** The same in one sentence, for a button's name. */
export function cardLine(given: Named, id: string, price: number | null = null): string {
  const { lines } = aboutCard(given, id, price);
  return inSequence([colourName(given, id), ...lines]);
}
