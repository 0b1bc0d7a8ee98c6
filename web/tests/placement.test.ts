// Where the large view of a thing stands, so that its neighbours stay in sight.
import { describe, expect, it } from "vitest";
import { placeBeside, type Box } from "../src/lib/browser/placement";

const SCREEN = { width: 1280, height: 800 };
const VIEW = { width: 300, height: 200 };
const row = (...lefts: number[]): Box[] => lefts.map((left) => ({ left, top: 500, width: 100, height: 140 }));

describe("a large view", () => {
  it("stands at the right of a thing that is alone", () => {
    expect(placeBeside(VIEW, row(400)[0]!, [], SCREEN)).toMatchObject({ left: 512, top: 470 });
  });

  it("leaves the cards of a row in sight, and stands above them", () => {
    const cards = row(400, 510, 620, 730);
    const { top, height } = placeBeside(VIEW, cards[1]!, cards, SCREEN);
    expect(top + height).toBeLessThanOrEqual(500);
  });

  it("stays on the screen, also where there is no room beside", () => {
    const [thing] = row(1150);
    const { left, width } = placeBeside(VIEW, thing!, [], SCREEN);
    expect(left + width).toBeLessThanOrEqual(1150);
    const phone = placeBeside(VIEW, { left: 20, top: 300, width: 280, height: 60 }, [], {
      width: 320,
      height: 640,
    });
    expect([phone.left, phone.top]).toEqual([10, 88]);
  });
});
