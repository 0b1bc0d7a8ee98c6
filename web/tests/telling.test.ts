// Cards in the log, told by what they show and in the form a sentence needs.
import { describe, expect, it } from "vitest";
import { nameCards } from "../src/boards/hadara/descriptions";
import { Texts } from "../src/lib/i18n/texts";
import { settings } from "../src/lib/settings.svelte";
import { tell, tellMove } from "../src/lib/telling";
import type { GameKit } from "../src/lib/kit";
import type { GameFacts } from "../src/lib/types";

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
    const kit = { named: nameCards } as unknown as GameKit;
    const teller = { game: "hadara", kit, facts, names: ["Ada"] };
    expect(tell(teller, bought)).toBe("Ada bought green (+1 culture, +2 food, 3 points) for 3 coins.");
    expect(tell({ ...teller, facts: null }, bought)).toBe("Ada bought green 1-06 for 3 coins.");
    expect(tell({ ...teller, kit: null }, bought)).toBe("Ada bought green 1-06 for 3 coins.");
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
    const kit = { named: nameCards } as unknown as GameKit;
    const teller = { game: "hadara", kit, facts, names: ["Ada"] };
    const shown = "(+1 kultura, +2 zemědělství, 3 body)";
    expect(tell(teller, bought)).toBe(`Ada: koupena zelená ${shown}.`);
    const move = { kind: "buy", card: "green-1-06", text: "buy green-1-06" };
    expect(tellMove(teller, move)).toBe(`Koupit zelenou ${shown}`);
  });
});
