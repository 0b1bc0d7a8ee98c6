import { describe, expect, it } from "vitest";
import { lettersOf } from "../src/lib/room.svelte";
import { openLesson } from "../src/lib/lesson.svelte";

describe("players", () => {
  it("have one letter each, all different", () => {
    expect(lettersOf(["Ada", "Anna", "Ben", "ben"])).toEqual(["A", "N", "B", "E"]);
    expect(lettersOf(["名", "7"])).toEqual(["名", "2"]);
  });
});

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
