import { describe, expect, it } from "vitest";
import { openLesson } from "../src/lib/lesson.svelte";

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
});
