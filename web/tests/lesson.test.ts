// A lesson takes the recorded answer alone, and leaves nothing behind.
import { describe, expect, it, vi } from "vitest";
import { openLesson } from "../src/lib/practice/lesson.svelte";

describe("a lesson", () => {
  it("takes the recorded answer and no other", async () => {
    const lesson = await openLesson("stone-age");
    expect(lesson.topic).toBe("place-people-1");
    lesson.submit("send hunt 5");
    expect(lesson.topic).toBe("place-people-1");
    lesson.submit("send tool_maker 1");
    expect(lesson.play?.asked).toEqual([1]);
    lesson.close();
  });

  it("leaves nothing behind that listens", async () => {
    const listen = vi.spyOn(document, "addEventListener");
    (await openLesson("stone-age")).close();
    expect(listen.mock.calls.filter(([kind]) => kind === "visibilitychange")).toEqual([]);
    vi.restoreAllMocks();
  });
});
