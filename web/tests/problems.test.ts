// What went wrong, as a player reads it: never a key of the code, in no language.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../src/lib/server/api";
import { LANGS } from "../src/lib/i18n/placeholders";
import { problemText } from "../src/lib/problems";
import { settings } from "../src/lib/settings.svelte";
import { Texts } from "../src/lib/i18n/texts";

const refused = (key: string, text = "") => new Refused(0, { key, text, facts: {}, clause: null });

describe("a problem", () => {
  afterEach(() => {
    settings.texts = new Texts("en", {});
    settings.now.lang = "en";
    vi.restoreAllMocks();
  });

  it.each(LANGS)("is told in words: %s", async (lang) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    settings.now.lang = lang;
    await settings.load(lang);
    const told = [refused("offline"), refused("unexpected"), new Error("x is undefined")].map(problemText);
    for (const text of told) expect(text).toMatch(/^\p{Lu}.* .*\.$/u);
    expect(new Set(told).size).toBe(2);
    expect(problemText(refused("stale", "It went on."))).toBe("It went on.");
  });

  it("is put into words in one place", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(ts|svelte)$/.test(file),
    );
    const raw = files.filter((file) =>
      /\berror\.message|String\(error\)|problem\.key\}/.test(readFileSync(join("src", file), "utf8")),
    );
    expect(raw).toEqual([]);
  });
});
