/** Colonies, statues and players in words: for large views, labels and the text version. */
import { capital } from "$lib/i18n/texts";
import { inSequence, labelled } from "$lib/i18n/punctuation";
import { t } from "$lib/settings.svelte";
import type { LargeThing } from "$lib/browser/large.svelte";
import { cardLine, steps } from "./cards";
import { clauseOf, reverseOf, reversesOf, statuesOf, stepsOf } from "./components";
import { COLOURS, EPOCHS, GAME, TRACKS } from "./names";
import { cardCount } from "./position";
import type { BoardProps, Colour, Player, StatueName, Track } from "./types";

/** A thing in a large view, and its name where only one line can be said. */
export type About = LargeThing & { name: string };
type Given = Pick<BoardProps, "texts" | "facts" | "view" | "names">;

export function colonyLine(given: Given, player: Player, colony: string): string {
  const own = player.colonies.find((each) => each.colony === colony);
  if (!own) return t("hadara.colony_free", { colony });
  if (own.plundered)
    return t("hadara.colony_plundered", {
      colony,
      points: given.view.colonies.find((each) => each.colony === colony)?.points ?? 0,
    });
  const back = own.reverse ? reverseOf(given.facts, own.reverse) : undefined;
  return t("hadara.colony_integrated", {
    colony,
    steps: back ? steps(given, stepsOf(back)) : "",
    points: Number(back?.points_back ?? 0),
  });
}

export function statueLine(given: Given, player: Player, statue: StatueName): string {
  const own = player.statues.find((each) => each.statue === statue);
  const printed = statuesOf(given.facts).find((row) => row.requirement === statue);
  const points = Number(printed?.points ?? 0);
  if (!own) return t("hadara.statue_free", { statue, points, bonus: player.statue_bonus[statue] });
  const bonus =
    own.side === "up"
      ? `+${own.bonus} ${given.texts.term(GAME, "track", own.tile)}`
      : t("hadara.points", { count: own.bonus });
  return t("hadara.statue_carved", { statue, points, bonus });
}

export function silverLine(given: Given, player: Player): string {
  const { silver, silver_values } = player.medals;
  if (!silver.length) return t("hadara.no_silver");
  return t("hadara.silver_held", {
    list: given.texts.list(
      silver.map((track) => `${given.texts.term(GAME, "track", track)} ${silver_values[track]}`),
    ),
  });
}

export const goldLine = (player: Player): string =>
  t("hadara.gold_held", {
    count: player.medals.gold,
    value: player.medals.gold_value,
    sets: player.medals.sets,
  });

/** A column of cards: what it takes off the next price, and what lies there. */
export function aboutColumn(given: Given, player: Player, colour: Colour): About {
  const title = capital(given.texts.term(GAME, "colour", colour));
  const worth = t("hadara.column", { count: player.cards[colour].length, discount: player.discount[colour] });
  return {
    title,
    name: labelled(title, worth),
    lines: [worth, ...player.cards[colour].map((id) => cardLine(given, id))],
    clause: "H-T2",
  };
}

/** A stack of colonies: what it asks and gives, and what may be on the back. */
export function aboutStack(given: Given, colony: string): About {
  const stack = given.view.colonies.find((each) => each.colony === colony)!;
  const { left, requirement, plunder, integrate, points } = stack;
  const backs = reversesOf(given.facts, colony).map((back) =>
    inSequence([steps(given, stepsOf(back)), t("hadara.points", { count: Number(back.points_back) })]),
  );
  return {
    title: t("hadara.colony", { colony }),
    name: t("hadara.colony_stack", { colony, left, plunder, integrate, points }),
    lines: [
      t("hadara.colony_how", { need: requirement, plunder, integrate, points }),
      t("hadara.backs"),
      ...backs,
    ],
    clause: "H-C3",
  };
}

/** A player's own colony, or the place where it is missing. */
export function aboutColony(given: Given, player: Player, colony: string): About {
  const name = colonyLine(given, player, colony);
  if (!player.colonies.some((each) => each.colony === colony)) return { ...aboutStack(given, colony), name };
  return { title: t("hadara.colony", { colony }), name, lines: [name], clause: "H-C5" };
}

export function aboutStatue(given: Given, player: Player, statue: StatueName): About {
  const points = Number(statuesOf(given.facts).find((row) => row.requirement === statue)?.points ?? 0);
  const carved = player.statues.some((each) => each.statue === statue);
  const how = t("hadara.statue_how", { need: statue, points, bonus: player.statue_bonus[statue] });
  const name = statueLine(given, player, statue);
  return { title: t("hadara.statue", { statue }), name, lines: carved ? [name, how] : [how], clause: "H-U2" };
}

export function aboutSilver(given: Given, player: Player): About {
  const name = silverLine(given, player);
  return {
    title: capital(given.texts.term(GAME, "medal", "silver")),
    name,
    lines: [t("hadara.silver_how"), name, t("hadara.price_now", { count: player.medals.silver_price })],
    clause: "H-E3",
  };
}

export function aboutGold(given: Given, player: Player): About {
  const name = goldLine(player);
  return {
    title: capital(given.texts.term(GAME, "medal", "gold")),
    name,
    lines: [t("hadara.gold_how"), name, t("hadara.price_now", { count: player.medals.gold_price })],
    clause: "H-E4",
  };
}

export function aboutSets(player: Player): About {
  const { sets, gold_value } = player.medals;
  const name = t("hadara.sets", { count: sets });
  return { title: name, name, lines: [t("hadara.gold_for", { value: gold_value, sets })], clause: "H-E4" };
}

export function aboutPurse(player: Player): About {
  const name = t("hadara.coins_held", { count: player.coins });
  return { title: name, name, lines: [t("hadara.sale", { count: player.sale })], clause: "H-E6" };
}

/** The points if the game ended now, part by part. */
export function aboutPoints(given: Given, player: Player): About {
  const name = t("hadara.total", { count: player.score.total });
  const lines = Object.entries(player.score.parts).map(
    ([part, n]) => `${given.texts.say(`hadara.score.${part}`)}: ${n}`,
  );
  return { title: name, name, lines, clause: "H-E7" };
}

export function aboutTrack(given: Given, player: Player, track: Track): About {
  const term = given.texts.term(GAME, "track", track);
  const title = capital(term);
  const held = player.medals.silver.filter((each) => each === track).length;
  const facts = [
    labelled(title, String(player.tracks[track])),
    t("hadara.silver_for", { track: term, value: player.medals.silver_values[track] }),
    ...(held ? [t("hadara.silver_here", { count: held })] : []),
    t("hadara.tiles", { count: player.tiles[track] }),
  ];
  return { title, name: inSequence(facts), lines: [...facts, t("hadara.tile_how")], clause: "H-T1" };
}

export function aboutFeeding(player: Player): About {
  const name = t("hadara.food_cards", { food: player.tracks.food, count: cardCount(player) });
  return { title: t("hadara.part.feeding"), name, lines: [name], clause: "H-F1" };
}

export function aboutEffect(given: Given, effect: string): About {
  const name = given.texts.say(`hadara.effect-text.${effect}`);
  return {
    title: capital(given.texts.term(GAME, "effect", effect)),
    name,
    lines: [name],
    clause: clauseOf(given.facts, "effect", effect),
  };
}

export function playerLines(given: Given, player: Player): string[] {
  const { texts } = given;
  const track = (name: Track) => `${texts.term(GAME, "track", name)} ${player.tracks[name]}`;
  const column = (colour: Colour) => `${texts.term(GAME, "colour", colour)} ${player.cards[colour].length}`;
  return [
    t("hadara.now", {
      total: player.score.total,
      coins: player.coins,
      crest: texts.term(GAME, "crest", player.crest),
    }),
    capital(texts.list(TRACKS.map(track))),
    t("hadara.cards_held", { count: cardCount(player), list: texts.list(COLOURS.map(column)) }),
    ...COLOURS.flatMap((colour) => player.cards[colour]).map((id) => cardLine(given, id)),
    ...player.colonies.map((each) => colonyLine(given, player, each.colony)),
    ...player.statues.map((each) => statueLine(given, player, each.statue)),
    silverLine(given, player),
    goldLine(player),
    t("hadara.tiles_free", {
      list: texts.list(TRACKS.map((name) => `${texts.term(GAME, "track", name)} ${player.tiles[name]}`)),
    }),
  ];
}

export function boardLines(given: Given): string[] {
  const { texts, names } = given;
  const view = given.view;
  return [
    view.epoch
      ? `${t("hadara.epoch", { epoch: EPOCHS[view.epoch] ?? "" })}, ${texts.term(GAME, "phase", view.phase)}`
      : texts.term(GAME, "phase", view.phase),
    ...(view.first === null ? [] : [t("hadara.first_is", { name: names[view.first] ?? "" })]),
    ...view.board.map((colour) => {
      const crests = view.players
        .filter((player) => player.points_at === colour)
        .map((player) => `${texts.term(GAME, "crest", player.crest)} (${names[player.seat]})`);
      const pile = view.piles[colour];
      const top = pile.top
        ? labelled(t("hadara.pile", { count: pile.height }), cardLine(given, pile.top, pile.price))
        : t("hadara.pile_empty");
      const parts = [
        ...(crests.length ? [texts.list(crests)] : []),
        t("hadara.stack", { count: view.stacks[colour] }),
        top,
      ];
      return labelled(capital(texts.term(GAME, "colour", colour)), inSequence(parts));
    }),
    ...view.colonies.map((each) =>
      t("hadara.colony_stack", {
        colony: each.colony,
        left: each.left,
        plunder: each.plunder,
        integrate: each.integrate,
        points: each.points,
      }),
    ),
  ];
}

export function handLines(given: Given): string[] {
  const { own } = given.view;
  return (own?.hand ?? []).map(({ card, price }) => cardLine(given, card, price));
}
