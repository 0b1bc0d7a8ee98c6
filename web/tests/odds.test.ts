// Questions about odds: which words fit a topic, and what can still be asked.
import { describe, expect, it } from "vitest";
import { aboutMove, fitToTopic, questionText, topicOf } from "../src/lib/table/odds";
import type { OddsQuestions, OddsTopic } from "../src/lib/server/types";

const goods: OddsTopic = {
  kind: "goods",
  terms: "place",
  names: ["well", "mine"],
  counts: [1, 2, 3],
  may_lack: false,
  more: [{ words: "1 2", move: { kind: "use", text: "use 1 2" } }],
};
const card: OddsTopic = {
  kind: "draws",
  terms: "card",
  names: ["ace"],
  counts: [],
  may_lack: false,
  more: [],
};
const questions: OddsQuestions = {
  seq: 1,
  seat: 0,
  topics: [goods, card],
  moves: [{ text: "send mine 2", about: "mine 2" }],
};

describe("a question about odds", () => {
  it("has a name, then a count, then more words, as far as there are any", () => {
    expect(questionText({ name: "well", count: 2, more: "1 2" })).toBe("well 2 1 2");
    expect(questionText({ name: "ace", count: 0, more: "" })).toBe("ace");
  });

  it("fits its topic, whatever was asked before", () => {
    expect(fitToTopic(goods, { name: "ace", count: 9, more: "5" })).toEqual({
      name: "well",
      count: 3,
      more: "",
    });
    expect(fitToTopic(goods, { name: "mine", count: 0, more: "1 2" })).toEqual({
      name: "mine",
      count: 1,
      more: "1 2",
    });
    expect(fitToTopic(card, { name: "ace", count: 2, more: "" }).count).toBe(0);
    expect(fitToTopic({ ...goods, may_lack: true }, { name: "well", count: 0, more: "" }).count).toBe(0);
  });

  it("is about something that can still be asked about", () => {
    expect(topicOf(questions, "ace")).toBe(card);
    expect(topicOf(questions, "gone")).toBe(goods);
    expect(topicOf({ ...questions, topics: [{ ...card, names: [] }] }, "ace")).toBeUndefined();
  });

  it("is that of the move chosen on the board, where there is one", () => {
    expect(aboutMove(questions, "send mine 2")).toEqual({ name: "mine", count: 2, more: "" });
    expect(aboutMove(questions, "pass")).toBeUndefined();
    expect(aboutMove(questions, undefined)).toBeUndefined();
  });
});
