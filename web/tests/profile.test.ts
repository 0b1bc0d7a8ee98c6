// The page of oneself: the logins that the server takes, and no others.
import { readFileSync } from "node:fs";
import { mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";
import Profile from "../src/pages/Profile.svelte";

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
