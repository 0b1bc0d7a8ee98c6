// What flies to its owner on Stone Age's board, and from where.
import { describe, expect, it } from "vitest";
import { flights, placesOf } from "../src/boards/stone-age/flights";
import type { Facts, News, View } from "../src/boards/stone-age/types";

const FACTS = {
  components: {
    places: [
      { id: "forest", gain: "wood" },
      { id: "hut", gain: "person" },
    ],
  },
} as unknown as Facts;
const LAY = placesOf({ cards: ["card-04", null], buildings: [null, "building-09"] } as unknown as View);
const at = (place: string) => `[data-place="${place}"]`;
const fly = (...news: object[]) => flights(news as News[], LAY, FACTS);

describe("what is won", () => {
  it("leaves the place that gave it, piece by piece, and not too many", () => {
    const [first, ...others] = fly({ kind: "gained", seat: 1, good: "wood", count: 9 });
    expect(first).toMatchObject({ seat: 1, from: at("forest"), icon: "wood" });
    expect(others).toHaveLength(3);
    expect(fly({ kind: "gained", seat: 1, good: "wood", count: 0 })).toEqual([]);
    expect(fly({ kind: "person-born", seat: 0, total: 6 })).toMatchObject([{ from: at("hut"), seat: 0 }]);
  });

  it("leaves from where it lay before, also what a card brings", () => {
    const bought = { kind: "card-bought", seat: 0, card: "card-04", resources: {} };
    const found = fly(bought, { kind: "gained", seat: 0, good: "wood", count: 1 });
    expect(found.map(({ from }) => from)).toEqual([at("card-1"), at("card-1")]);
    expect(fly({ kind: "built", seat: 0, building: "building-09" })).toMatchObject([
      { from: at("building-2"), thing: "building-09" },
    ]);
  });

  it("is nothing where nothing changes hands", () => {
    expect(fly({ kind: "rolled", seat: 0, dice: [1] }, { kind: "round-began", seat: 1 })).toEqual([]);
  });
});
