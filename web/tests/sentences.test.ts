// Cards in the log, told by what they show and in the form a sentence needs.
import { describe, expect, it } from "vitest";
import { nameThings } from "../src/boards/hadara/cards";
import { Texts } from "../src/lib/i18n/texts";
import { settings } from "../src/lib/settings.svelte";
import { tell, tellMove } from "../src/lib/table/sentences";
import type { GameKit } from "../src/lib/kit";
import type { GameFacts } from "../src/lib/server/types";

const row = {
  id: "green-1-06",
  income: "0",
  military: "0",
  culture: "1",
  food: "2",
  points: "3",
  effect: "",
};
const facts = { components: { cards: [row] } } as unknown as GameFacts;
const bought = { kind: "bought", seat: 0, card: "green-1-06", coins: 3 };

describe("a card in the log", () => {
  it("is told by what it shows, and not by a number that nobody prints", () => {
    settings.texts = new Texts("en", {
      "hadara.news.bought": "{seat} bought {card} for {coins} coins.",
      "hadara.card.green": "green {number}",
      "hadara.colour.green": "green",
      "hadara.track.food": "food",
      "hadara.track.culture": "culture",
      "web.hadara.points": "{count} points",
    });
    const kit = { named: nameThings } as unknown as GameKit;
    const teller = { game: "hadara", kit, facts, names: ["Ada"] };
    expect(tell(teller, bought)).toBe("Ada bought green (+1 culture, +2 food, 3 points) for 3 coins.");
    expect(tell({ ...teller, facts: null }, bought)).toBe("Ada bought green 1-06 for 3 coins.");
    expect(tell({ ...teller, kit: null }, bought)).toBe("Ada bought green 1-06 for 3 coins.");
  });
  it("is no longer a numbered tile where a colony is turned over", () => {
    settings.texts = new Texts("en", {
      "hadara.news.turned-over": "{seat} turned over {reverse}: {points} points.",
      "hadara.reverse.colony": "colony {number}",
    });
    const kit = { named: nameThings } as unknown as GameKit;
    const turned = { kind: "turned-over", seat: 0, reverse: "colony-9-5", points: 5 };
    expect(tell({ game: "hadara", kit, facts, names: ["Ada"] }, turned)).toBe(
      "Ada turned over colony 9: 5 points.",
    );
  });
  it("stands in the form that its sentence needs, in news and in moves", () => {
    settings.texts = new Texts("cs", {
      "hadara.move.buy": "Koupit {card@object}",
      "hadara.news.bought": "{seat}: koupena {card}.",
      "hadara.card.green": "zelená {number}",
      "hadara.card.green@object": "zelenou {number}",
      "hadara.track.food": "zemědělství",
      "hadara.track.culture": "kultura",
      "web.hadara.points": "{count} body",
    });
    const kit = { named: nameThings } as unknown as GameKit;
    const teller = { game: "hadara", kit, facts, names: ["Ada"] };
    const shown = "(+1 kultura, +2 zemědělství, 3 body)";
    expect(tell(teller, bought)).toBe(`Ada: koupena zelená ${shown}.`);
    const move = { kind: "buy", card: "green-1-06", text: "buy green-1-06" };
    expect(tellMove(teller, move)).toBe(`Koupit zelenou ${shown}`);
  });
});
