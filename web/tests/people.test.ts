// Whom one follows, mutes and blocks.
import { afterEach, expect, it, vi } from "vitest";
import { people } from "../src/lib/people/people.svelte";
import { api, Refused } from "../src/lib/server/api";
import { settings } from "../src/lib/settings.svelte";
import type { Person } from "../src/lib/server/types";

const BUSY = new Refused(503, { key: "busy", text: "", facts: {}, clause: null });

afterEach(() => {
  settings.person = null;
  vi.restoreAllMocks();
});

it("fails where the server refused it, and not where only the list after it didn't come", async () => {
  settings.person = { id: "me" } as Person;
  vi.spyOn(api, "people").mockRejectedValue(BUSY);
  const relate = vi.spyOn(api, "relate").mockResolvedValueOnce(null);
  await people.set("follow", "ben", true);
  expect(api.people).toHaveBeenCalledOnce();
  relate.mockRejectedValueOnce(BUSY);
  await expect(people.set("mute", "ben", true)).rejects.toBe(BUSY);
});
