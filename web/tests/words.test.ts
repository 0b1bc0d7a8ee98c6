import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "virtual:words/en";
import cs from "virtual:words/cs";
import { Words } from "../src/lib/words";
import { rows } from "../words-plugin";

const words = new Words("en", en);

describe("the words of a game", () => {
  it("tell news with names, plurals and forms", () => {
    expect(words.tell("stone-age", { kind: "sent", seat: 0, place: "forest", count: 3 }, ["Ada"])).toBe(
      "Ada sent 3 people to the forest.",
    );
    expect(words.tell("table", { kind: "took-back", seat: 1 })).toContain("Player 2");
  });
  it("tell moves, prompts and reasons", () => {
    expect(words.move("stone-age", { kind: "pay", resources: { wood: 2, gold: 1 } })).toBe(
      "Pay 2 wood and 1 gold",
    );
    expect(words.move("stone-age", { kind: "use", tools: [] })).toBe("Add tools: none");
    expect(words.prompt("stone-age", { kind: "take-two", seat: 0 })).toBe(
      "Take two resources of your choice.",
    );
    expect(
      words.why("stone-age", { subject: "forest", clause: "S-P5", reason: "full", numbers: { spaces: 7 } }),
    ).toContain("7");
  });
  it("find numbered things by their stem", () => {
    expect(words.term("hadara", "card", "blue-1-05")).toContain("1-05");
  });
  it("show what nobody wrote as it is", () => {
    expect(words.say("no.such.key")).toBe("no.such.key");
    expect(words.term("stone-age", "place", "moon")).toBe("moon");
  });
  it("bend Czech words by number", () => {
    const czech = new Words("cs", cs);
    const told = [1, 2, 5].map((count) => czech.say("web.stone-age.price", { count }));
    expect(new Set(told.map((text) => text.replace(/\d/, ""))).size).toBe(3);
  });
  it("put Czech terms and amounts into the case a sentence wants", () => {
    const czech = new Words("cs", cs);
    expect(czech.move("stone-age", { kind: "pay", resources: { wood: 3, clay: 1 } })).toBe(
      "Zaplatit 3 dřeva a 1 hlínu",
    );
    const turned = {
      kind: "turned-over",
      seat: 0,
      reverse: "colony-3-1",
      track: { income: 2, food: 1 },
      points: 1,
    };
    expect(czech.tell("hadara", turned, ["Eva"])).toBe(
      "Eva otáčí kolonii 3-1: 2 stupně ekonomiky a 1 stupeň zemědělství; 1 bod.",
    );
  });
});

describe("the printed tables", () => {
  it("are read as rows, quoted cells included", () => {
    expect(rows('id,what\na,"x, ""y"""\nb,\n')).toEqual([
      { id: "a", what: 'x, "y"' },
      { id: "b", what: "" },
    ]);
  });
  it("are those of the package", () => {
    const text = readFileSync("../src/cradle/stone_age/data/places.csv", "utf8");
    expect(rows(text).map((row) => row["id"])).toContain("forest");
  });
});
