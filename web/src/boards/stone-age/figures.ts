/** The figures of a player that moves change. */
import type { Figure } from "$lib/kit";
import { settings, t } from "$lib/settings.svelte";
import { GOODS } from "./payment";
import type { Player } from "./types";

const sum = (values: number[]): number => values.reduce((all, each) => all + each, 0);

/** Points with those of cards, but without those of goods, which stand beside them. */
const pointsOf = ({ score }: Player): number => sum(Object.values(score)) - score.resources;

export function figuresOf(me: Player): Figure[] {
  const term = (good: string) => settings.texts.term("stone-age", "good", good);
  return [
    { icon: "points", label: t("outcome.points"), value: pointsOf(me), changeOnly: true },
    { icon: "food", label: t("stone-age.food_short"), value: me.food },
    ...GOODS.map((good) => ({ icon: good, label: term(good), value: me.resources[good] })),
    { icon: "person", label: t("stone-age.people_all"), value: me.people },
    {
      icon: "tool",
      label: t("stone-age.tools_short"),
      value: sum([...me.tools.map((tool) => tool.value), ...me.once]),
    },
    {
      icon: "agriculture",
      label: settings.texts.term("stone-age", "upper", "agriculture"),
      value: me.agriculture,
    },
  ];
}
