// Games that the server knows and the client doesn't: titles, texts and the plain board.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { games, hasLesson, loadKit, pictureOf, roundOf, titleOf } from "../src/lib/games.svelte";
import { Texts } from "../src/lib/i18n/texts";
import { book } from "../src/lib/rules";
import { settings } from "../src/lib/settings.svelte";

const CHESS = { game: "chess", version: 1, seats: [2], options: {}, titles: { en: "Chess" } };
const OWN = { "common.game.chess": "Our chess", "web.table.part.chess": "Move {number}" };

describe("a game that the client doesn't know", () => {
  let asked: string[] = [];
  beforeEach(async () => {
    asked = [];
    const answers: Record<string, unknown> = {
      "/api/games": [CHESS],
      "/api/texts/en": OWN,
      "/api/rules/chess/en": {
        chapters: [{ title: "Setup", clauses: ["C-1"] }],
        clauses: { "C-1": { title: "The board", text: "Eight by eight.", ruling: "" } },
      },
    };
    vi.stubGlobal("fetch", async (url: string) => {
      const { pathname } = new URL(url, "http://here");
      asked.push(pathname);
      return Response.json(answers[pathname]);
    });
    settings.texts = new Texts("en", { "web.table.part": "Round {number}" });
    await games.begin();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("is listed as the server says, and remembered", () => {
    expect(games.all).toEqual([CHESS]);
    expect(games.named("checkers")).toEqual(CHESS);
    expect(JSON.parse(localStorage.getItem("cradle.games")!)).toEqual([CHESS]);
  });
  it("gets the plain board, and neither picture nor lesson", async () => {
    expect((await loadKit("chess")).showings).toEqual({});
    expect([pictureOf("chess"), hasLesson("chess")]).toEqual([undefined, false]);
  });
  it("has a title, and then its own texts, which are asked for once", async () => {
    expect([titleOf("chess"), roundOf("chess", 3)]).toEqual(["Chess", "Round 3"]);
    await games.completeTexts();
    expect([titleOf("chess"), roundOf("chess", 3)]).toEqual(["Our chess", "Move 3"]);
    await games.completeTexts();
    expect(asked.filter((path) => path === "/api/texts/en")).toHaveLength(1);
  });
  it("has the rules that the server knows", async () => {
    const { chapters, clauses } = await book("chess", "en");
    expect(chapters).toEqual([{ id: "1", title: "Setup", clauses: ["C-1"] }]);
    expect(clauses["C-1"]?.text).toBe("Eight by eight.");
  });
});
