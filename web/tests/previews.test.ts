// What a move leads to: asked for once, forgotten with its question, told in words.
import { describe, expect, it, vi } from "vitest";
import en from "virtual:texts/en";
import { Texts } from "../src/lib/i18n/texts";
import { changeText, expectedChanges, figureChanges, outcomeText } from "../src/lib/table/outcome";
import { Previews, readPreviews, type Foretold } from "../src/lib/table/previews.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { News } from "../src/lib/server/types";

const news = (text: string): News[] => [{ kind: text }];
const answer = async (texts: string[]) =>
  readPreviews({ previews: Object.fromEntries(texts.map((text) => [text, news(text)])) });
const soon = () => new Promise((done) => setTimeout(done, 5));

describe("previews", () => {
  it("are asked for together when somebody looks, and once", async () => {
    const ask = vi.fn(answer);
    const previews = new Previews(ask);
    expect(previews.of("a")).toBeUndefined();
    expect(previews.of("b")).toBeUndefined();
    expect(previews.of("a")).toBeUndefined();
    await soon();
    expect(ask.mock.calls).toEqual([[["a", "b"]]]);
    expect(previews.of("a")).toEqual(news("a"));
    await soon();
    expect(ask).toHaveBeenCalledTimes(1);
  });
  it("of another question are forgotten, and late answers too", async () => {
    let reply: (found: Record<string, Foretold>) => void = () => undefined;
    const previews = new Previews(() => new Promise((done) => (reply = done)));
    previews.of("a");
    await soon();
    previews.forget();
    reply(readPreviews({ previews: { a: news("late") } }));
    await soon();
    expect(previews.of("a")).toBeUndefined();
  });
  it("that nobody can give are null, and no move has none", async () => {
    const previews = new Previews(async () => Promise.reject(new Error("offline")));
    previews.of("a");
    await soon();
    expect(previews.of("a")).toBeNull();
    expect(previews.of(undefined)).toBeNull();
  });
  it("come in portions", async () => {
    const ask = vi.fn(answer);
    const previews = new Previews(ask);
    for (let n = 0; n < 70; n++) previews.of(String(n));
    await soon();
    expect(ask.mock.calls.map(([texts]) => texts.length)).toEqual([64, 6]);
    expect(previews.of("69")).toEqual(news("69"));
  });
});

describe("what a move leads to", () => {
  const after = { coins: 9, food: 7, cards: 4 };
  it("is asked for once, with its news", async () => {
    const ask = vi.fn(async () =>
      readPreviews({ previews: { buy: news("bought"), sell: null }, after: { buy: after } }),
    );
    const previews = new Previews(ask);
    expect(previews.after("buy")).toBeUndefined();
    previews.of("buy");
    previews.after("sell");
    await soon();
    expect(ask.mock.calls).toEqual([[["buy", "sell"]]]);
    expect(previews.after("buy")).toEqual(after);
    expect(previews.of("buy")).toEqual(news("bought"));
    expect(previews.after("sell")).toBeNull();
  });
  it("is told figure by figure, those alone that change", () => {
    const view = { players: [{}, { coins: 12, food: 5, cards: 4 }] };
    const figures = (from: typeof view, seat: number) =>
      Object.entries(from.players[seat]!).map(([label, value]) => ({ label, value }));
    const found = figureChanges(figures as never, view, 1, after);
    expect(found).toEqual([
      { label: "coins", before: 12, value: 9 },
      { label: "food", before: 5, value: 7 },
    ]);
    settings.texts = new Texts("en", en);
    expect(outcomeText(found)).toBe("After this move: coins 12, then 9; food 5, then 7");
    expect(outcomeText([])).toBe("");
  });
  it("is what dice bring on average where they decide", () => {
    const figures = () => [
      { icon: "wood", label: "wood", value: 2 },
      { icon: "clay", label: "clay", value: 0 },
    ];
    const found = expectedChanges(figures, {}, 0, { name: "wood", amount: 35 / 18 });
    expect(found.map(changeText)).toEqual(["≈ +1.94"]);
    expect(outcomeText(found)).toBe("After this move: wood 1.94 on average");
    expect(expectedChanges(figures, {}, 0, { name: "gold", amount: 1 })).toEqual([]);
  });
  it("is nothing where a game tells nothing of its players", () => {
    expect(figureChanges(() => [], { board: [] }, 0, after)).toEqual([]);
  });
});
