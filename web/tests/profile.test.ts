// The page of oneself: the logins that the server takes, and no others.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import Profile from "../src/pages/Profile.svelte";
import type { Person } from "../src/lib/server/types";

const { components } = JSON.parse(readFileSync("openapi.json", "utf8")) as {
  components: { schemas: { Credentials: { properties: { login: { maxLength: number } } } } };
};

it("takes every login that the server takes", async () => {
  vi.stubGlobal("fetch", async (url: string) => Response.json(url.includes("/ratings/") ? [] : {}));
  const shown = mount(Profile, { target: document.body, props: { query: new URLSearchParams() } });
  const field = document.querySelector<HTMLInputElement>("input[autocomplete~=username]")!;
  expect(field.maxLength).toBe(components.schemas.Credentials.properties.login.maxLength);
  await unmount(shown);
  vi.unstubAllGlobals();
});

it.each([
  ["Log in", "/api/login"],
  ["Make an account", "/api/me/account"],
])("does by the fields of %s what they are for", async (action, path) => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "POST") sent.push([url.split("?")[0]!, JSON.parse(body as string)]);
    return Response.json({}, { status: 404 });
  });
  await settings.load("en");
  settings.person = { id: "me", name: "Ada", guest: true } as Person;
  const shown = mount(Profile, { target: document.body, props: { query: new URLSearchParams() } });
  flushSync();
  const forms = [...document.querySelectorAll("form")];
  const form = forms.find((each) => each.querySelector("h3")?.textContent === action)!;
  const [login, password] = form.querySelectorAll("input");
  for (const [field, value] of [
    [login!, "ada"],
    [password!, "three odd words"],
  ] as const) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.requestSubmit();
  await new Promise((go) => setTimeout(go));
  expect(sent).toEqual([[path, { login: "ada", password: "three odd words" }]]);
  await unmount(shown);
  settings.person = null;
  vi.unstubAllGlobals();
});
