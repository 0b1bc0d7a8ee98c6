/** What Stone Age brings for the browser: its board and tableau, how they read as text, what news show. */
import { inSequence, labelled } from "$lib/i18n/punctuation";
import { t } from "$lib/settings.svelte";
import Ask from "./Ask.svelte";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";
import facts from "./facts.json";
import { figuresOf } from "./figures";
import { FOOT } from "./layout";
import { NOTES } from "./lesson-notes";
import { collected, lying, toolsLine } from "./position";
import type { GameFacts } from "$lib/server/types";
import type { BoardProps, Kit, News, Place, Player, View } from "./types";

const GAME = "stone-age";
const ENDS: News["kind"][] = ["cards-ran-out", "stack-ran-out"];
const player = (view: View, seat: number): Player => view.players[seat]!;

function placeLine(given: BoardProps, place: Place): string {
  const { texts, names } = given;
  const view = given.view;
  const thing = lying(view, place.place);
  const name = texts.term(GAME, "place", place.place);
  const what = thing ? labelled(name, texts.term(GAME, thing.split("-")[0]!, thing)) : name;
  const price = place.price ? `, ${t("stone-age.price", { count: place.price })}` : "";
  const who = place.people.map((n, seat) => (n ? `${names[seat]} ${n}` : "")).filter(Boolean);
  const taken = place.spaces
    ? t("stone-age.spaces", { taken: place.people.reduce((a, b) => a + b, 0), spaces: place.spaces })
    : "";
  return `${what}${price}. ${inSequence([taken, who.join(", ")].filter(Boolean))}`;
}

function playerLines(given: BoardProps, seat: number): string[] {
  const { texts } = given;
  const me = player(given.view, seat);
  const cards = collected(given.facts, me);
  const symbols = [
    ...cards.symbols.map(([name, n]) => `${n} × ${texts.term(GAME, "symbol", name)}`),
    ...cards.figures.map(([name, n]) => `${n} ${texts.term(GAME, "symbol", name, n)}`),
  ];
  return [
    t("stone-age.points", { points: me.points, total: Object.values(me.score).reduce((a, b) => a + b, 0) }),
    texts.amounts(GAME, "good", { ...me.resources, food: me.food }),
    t("stone-age.people", { idle: me.idle, people: me.people }),
    me.hungry ? t("stone-age.hungry", { count: me.hungry }) : t("stone-age.fed", { count: me.spare }),
    t("stone-age.tools", { list: toolsLine(me, t("stone-age.used")) || texts.say("common.none") }),
    t("stone-age.agriculture", { count: me.agriculture }),
    t("stone-age.buildings", { count: me.buildings.length }),
    ...(symbols.length ? [texts.list(symbols)] : []),
  ];
}

export const kit: Kit = {
  facts: facts as unknown as GameFacts,
  Board,
  Tableau,
  Ask,
  clear: FOOT,
  describe(given) {
    const view = given.view;
    return [
      {
        title: t("table.board"),
        lines: [
          ...view.places.map((place) => placeLine(given, place)),
          t("stone-age.deck", { count: view.deck }),
        ],
      },
      ...view.players.map((_, seat) => ({ title: given.names[seat] ?? "", lines: playerLines(given, seat) })),
    ];
  },
  showings: {
    harvested: { shown: 650, stage: "feeding", eachSeat: true },
    fed: { shown: 650, stage: "feeding", eachSeat: true },
    "partly-fed": { shown: 800, stage: "feeding", eachSeat: true },
    "fed-with": { shown: 800, stage: "feeding", eachSeat: true },
    "round-began": { shown: 900, heading: true, stage: "round" },
    sent: { shown: 550, sound: "wood" },
    rolled: { shown: 1300, sound: "dice", unhurried: true },
    gained: { shown: 700, sound: "gain", empty: (news) => news["count"] === 0 },
    built: { shown: 800, sound: "build" },
    "card-bought": { shown: 800, sound: "gain" },
    starved: { shown: 900, sound: "loss", stage: "feeding", eachSeat: true },
  },
  ending: (last, texts) => {
    const why = last.find((news) => ENDS.includes(news.kind));
    return why && texts.tell(GAME, why);
  },
  hasSecrets: (view) => view.players.some((each) => each.extra_card),
  lesson: { load: () => import("./lesson.json"), notes: NOTES },
  parts: ["points", "resources", "culture", "farmers", "hut_builders", "shamans", "tool_makers"],
  brief: (view, seat) => {
    const me = player(view, seat);
    return [
      { icon: "points", value: me.points, label: t("stone-age.points_short") },
      { icon: "food", value: me.food, label: t("stone-age.food_short") },
      { icon: "person", value: `${me.idle}/${me.people}`, label: t("stone-age.people_short") },
    ];
  },
  figures: (view, seat) => figuresOf(player(view, seat)),
  score: (view, seat) => player(view, seat).score,
};
