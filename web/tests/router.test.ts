// Which page an address means.
import { expect, it, vi } from "vitest";
import { router } from "../src/lib/browser/router.svelte";

it.each([
  ["/t/abc?ply=3", "t", ["abc"]],
  ["/", "home", []],
  ["/rules/stone%20age", "rules", ["stone age"]],
  ["/t/%", "missing", []],
])("reads the address %s", (path, page, args) => {
  vi.stubGlobal("scrollTo", () => undefined);
  router.go(path);
  expect([router.route.page, router.route.args]).toEqual([page, args]);
  vi.unstubAllGlobals();
});
