import { describe, expect, it, vi } from "vitest";
import { Previews } from "../src/lib/previews.svelte";
import type { News } from "../src/lib/types";

const news = (text: string): News[] => [{ kind: text }];
const answer = async (texts: string[]) => Object.fromEntries(texts.map((text) => [text, news(text)]));
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
    let reply: (found: Record<string, News[] | null>) => void = () => undefined;
    const previews = new Previews(() => new Promise((done) => (reply = done)));
    previews.of("a");
    await soon();
    previews.forget();
    reply({ a: news("late") });
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
