// What a screen reader is told: in order, and none of it lost when much comes at once.
import { describe, expect, it } from "vitest";
import { toasts } from "../src/lib/toasts.svelte";

describe("what is spoken", () => {
  it("keeps all that the end of a round brings at once, and not everything for ever", () => {
    const lines = Array.from({ length: 100 }, (_, n) => `line ${n}`);
    for (const line of lines.slice(0, 30)) toasts.speak(line);
    expect(toasts.spoken.map(({ text }) => text)).toEqual(lines.slice(0, 30));
    for (const line of lines.slice(30)) toasts.speak(line);
    expect(toasts.spoken.map(({ text }) => text)).toEqual(lines.slice(40));
  });
});
