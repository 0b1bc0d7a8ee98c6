// Settings and the person they belong to: becoming a guest, signing in and out.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/server/api";
import { settings } from "../src/lib/settings.svelte";
import type { NewGuest, Person } from "../src/lib/server/types";

const person = (id: string, name = id) => ({ id, name }) as Person;
const dice = { ticket: "t", commitment: "c" };
const guest = (id: string, name = id) => ({ ...person(id, name), dice }) as NewGuest;

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
    const enter = vi.spyOn(api, "enter").mockImplementation(async (name) => guest("p", name));
    const both = await Promise.all([settings.ensurePerson("Ada"), settings.ensurePerson("Ada")]);
    expect(both.map(({ id }) => id)).toEqual(["p", "p"]);
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it("gets dice for a first table, once and for nobody else", async () => {
    vi.spyOn(api, "enter").mockImplementation(async () => guest("p"));
    await settings.ensurePerson("Ada");
    expect([settings.takeDice(), settings.takeDice()]).toEqual([dice, null]);
    settings.person = null;
    await settings.ensurePerson("Ada");
    settings.person = person("q");
    expect(settings.takeDice()).toBeNull();
  });

  it("may ask again after a failure", async () => {
    const enter = vi.spyOn(api, "enter").mockRejectedValueOnce(new Error("lost"));
    await expect(settings.ensurePerson("Ada")).rejects.toThrow("lost");
    enter.mockResolvedValueOnce(guest("p"));
    expect((await settings.ensurePerson("Ada")).id).toBe("p");
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

it("stays in the language there are texts of where those of another don't come", async () => {
  await settings.changeLanguage("fr");
  expect([settings.now.lang, settings.texts.lang]).toEqual(["fr", "fr"]);
  vi.spyOn(settings, "load").mockRejectedValueOnce(new TypeError("lost"));
  await expect(settings.changeLanguage("cs")).rejects.toThrow("lost");
  expect([settings.now.lang, settings.texts.lang]).toEqual(["fr", "fr"]);
  await settings.changeLanguage("en");
});
