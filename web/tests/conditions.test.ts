// The terms of a table in words: clock, what happens at zero, help and ratings.
import { beforeEach, describe, expect, it } from "vitest";
import { noHelpAt, paceWords, unusualRules, zeroWords } from "../src/lib/table/conditions";
import { games } from "../src/lib/games.svelte";
import { Texts } from "../src/lib/i18n/texts";
import { settings } from "../src/lib/settings.svelte";
import { table } from "./messages";

describe("the terms of a table", () => {
  beforeEach(() => {
    settings.texts = new Texts("en", {
      "web.new.pace_none": "None",
      "web.new.pace_clock": "{minutes} min + {seconds} s",
      "web.new.pace_game": "{minutes} min",
      "web.new.pace_each_days": "{count} {count:day|days} a move",
      "web.new.pace_move": "{minutes} min a move",
      "web.new.pace_move_seconds": "{seconds} s a move",
      "web.new.pace_vacation": "{days}, {count} {count:day|days} of vacation",
      "web.clock.zero_move": "At zero a bot plays on, until its player comes back.",
      "web.common.labelled": "{label}: {text}",
    });
    const option = (first: boolean | string, order_of: string[] = []) => ({
      choices: [first],
      default: first,
      order_of,
    });
    games.all = [
      {
        game: "a-game",
        version: 1,
        seats: [2],
        titles: {},
        options: { long_game: option(false), mode: option("full"), order: option("printed", ["x", "y"]) },
      },
    ];
  });

  it("say why nobody is helped", () => {
    const plain = { event: null, rated: false, luck: null };
    expect(noHelpAt(plain)).toBeNull();
    expect(noHelpAt({ ...plain, luck: "abc" })).toBe("luck-no-hints");
    expect(noHelpAt({ ...plain, rated: true, luck: "abc" })).toBe("rated-no-hints");
    expect(noHelpAt({ ...plain, rated: true, event: "cup" })).toBe("event-no-help");
  });

  it("say how long one may think", () => {
    expect(paceWords({ kind: "none" })).toBe("None");
    expect(paceWords({ kind: "live", base_ms: 600_000, increment_ms: 10_000 })).toBe("10 min + 10 s");
    expect(paceWords({ kind: "live", base_ms: 600_000, increment_ms: 0 })).toBe("10 min");
    expect(paceWords({ kind: "move", move_ms: 120_000 })).toBe("2 min a move");
    expect(paceWords({ kind: "move", move_ms: 90_000 })).toBe("90 s a move");
    expect(paceWords({ kind: "days", days: 1, vacation: 0 })).toBe("1 day a move");
    expect(paceWords({ kind: "days", days: 2, vacation: 7 })).toBe("2 days a move, 7 days of vacation");
  });

  it("say what happens at zero, where there is a clock", () => {
    expect(zeroWords({ kind: "none" })).toBe("");
    expect(zeroWords({ kind: "move", move_ms: 5_000 })).toMatch(/^At zero a bot plays on/);
  });

  it("name the rules that differ from the usual ones, and no others", () => {
    const options = { long_game: true, mode: "full", order: "y,x", gone: true };
    expect(unusualRules({ ...table(1), game: "a-game", options })).toEqual(["Long game", "Order: y, x"]);
  });
});
