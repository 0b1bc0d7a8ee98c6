import type { GameKit, BoardProps } from "$lib/kit";
import { t } from "$lib/settings.svelte";
import type { View } from "$lib/types";
import Ask from "./Ask.svelte";
import Board from "./Board.svelte";
import Tableau from "./Tableau.svelte";
import { FOOT } from "./layout";
import { NOTES } from "./notes";
import { collected, lying, stoneAge, toolsLine, type Place, type Player } from "./shape";

const GAME = "stone-age";
const player = (view: View, seat: number): Player => stoneAge(view).players[seat]!;

function placeLine(given: BoardProps, place: Place): string {
  const { texts, names } = given;
  const view = stoneAge(given.view);
  const thing = lying(view, place.place);
  const what = thing ? `: ${texts.term(GAME, thing.split("-")[0]!, thing)}` : "";
  const price = place.price ? `, ${t("stone-age.price", { count: place.price })}` : "";
  const who = place.people.map((n, seat) => (n ? `${names[seat]} ${n}` : "")).filter(Boolean);
  const taken = place.spaces
    ? t("stone-age.spaces", { taken: place.people.reduce((a, b) => a + b, 0), spaces: place.spaces })
    : "";
  return `${texts.term(GAME, "place", place.place)}${what}${price}. ${[taken, who.join(", ")].filter(Boolean).join("; ")}`;
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

export const kit: GameKit = {
  Board,
  Tableau,
  Ask,
  clear: FOOT,
  describe(given) {
    const view = stoneAge(given.view);
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
  clauses: {
    "round-began": "S-N1",
    dealt: "S-S4",
    uncovered: "S-A10",
    sent: "S-P1",
    declined: "S-O4",
    rolled: "S-A6",
    "tools-used": "S-A7",
    gained: "S-A6",
    "tool-made": "S-A2",
    "person-born": "S-A3",
    farmed: "S-A4",
    "nothing-gained": "S-P10",
    left: "S-A8",
    "card-bought": "S-A8",
    built: "S-A9",
    "points-scored": "S-C5",
    "once-tool-kept": "S-C9",
    "two-kept": "S-C10",
    "two-taken": "S-C10",
    "extra-drawn": "S-C8",
    "extra-hidden": "S-C8",
    "extra-shown": "S-C8",
    "die-chosen": "S-C1",
    harvested: "S-F1",
    fed: "S-F1",
    "fed-with": "S-F2",
    starved: "S-F3",
    ended: "S-E1",
  },
  reactions: {
    "round-began": { shown: 900, heading: true },
    sent: { shown: 550, sound: "wood" },
    rolled: { shown: 1300, sound: "dice", unhurried: true },
    gained: { shown: 700, sound: "gain" },
    built: { shown: 800, sound: "build" },
    "card-bought": { shown: 800, sound: "gain" },
    starved: { shown: 900, sound: "loss" },
  },
  hasSecrets: (view) => stoneAge(view).players.some((each) => each.extra_card),
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
  score: (view, seat) => player(view, seat).score,
};
