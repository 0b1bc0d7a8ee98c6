import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { settings } from "../src/lib/settings.svelte";
import type { Person } from "../src/lib/types";

const person = (id: string, name = id) => ({ id, name }) as Person;

beforeEach(() => {
  settings.person = null;
  vi.spyOn(api, "change").mockImplementation(async () => settings.person!);
});
afterEach(() => {
  settings.person = null;
  vi.restoreAllMocks();
});

describe("who is nobody yet", () => {
  it("becomes one guest, however often it is asked meanwhile", async () => {
    const enter = vi.spyOn(api, "enter").mockImplementation(async (name) => person("p", name));
    const both = await Promise.all([settings.someone("Ada"), settings.someone("Ada")]);
    expect(both.map(({ id }) => id)).toEqual(["p", "p"]);
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it("may ask again after a failure", async () => {
    const enter = vi.spyOn(api, "enter").mockRejectedValueOnce(new Error("lost"));
    await expect(settings.someone("Ada")).rejects.toThrow("lost");
    enter.mockResolvedValueOnce(person("p"));
    expect((await settings.someone("Ada")).id).toBe("p");
  });
});

describe("who is somebody", () => {
  it("stays signed out, whatever was still on its way", async () => {
    settings.person = person("p");
    let answer: (told: Person) => void = () => undefined;
    const told = new Promise<Person>((go) => (answer = go));
    vi.mocked(api.change).mockReturnValueOnce(told);
    settings.set({ sounds: false });
    settings.person = null;
    answer(person("p"));
    await told;
    await Promise.resolve();
    expect(settings.person).toBeNull();
  });

  it("keeps the name they had where another is refused", async () => {
    settings.person = person("p", "Ada");
    settings.now.name = "Ada";
    vi.mocked(api.change).mockRejectedValueOnce(new Error("refused"));
    await expect(settings.rename("!")).rejects.toThrow("refused");
    expect([settings.now.name, settings.person?.name]).toEqual(["Ada", "Ada"]);
  });
});

it("speaks the language chosen last, whichever is loaded first", async () => {
  const { lang } = settings.now;
  settings.now.lang = "cs";
  await settings.load("cs");
  await settings.load("fr");
  expect(settings.texts.lang).toBe("cs");
  settings.now.lang = lang;
});
