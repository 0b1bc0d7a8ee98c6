/** Where each place stands, in units of the stage: wide 1000×645, tall 600×930. Centre, width, height. */
export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

const WIDE: Record<string, Spot> = {
  hunt: { x: 118, y: 366, w: 214, h: 180 },
  forest: { x: 258, y: 158, w: 262, h: 212 },
  clay_pit: { x: 492, y: 158, w: 208, h: 190 },
  quarry: { x: 716, y: 150, w: 228, h: 204 },
  river: { x: 900, y: 310, w: 172, h: 200 },
  tool_maker: { x: 352, y: 380, w: 150, h: 164 },
  hut: { x: 532, y: 350, w: 172, h: 210 },
  field: { x: 708, y: 388, w: 184, h: 152 },
};
const TALL: Record<string, Spot> = {
  hunt: { x: 118, y: 470, w: 216, h: 200 },
  forest: { x: 126, y: 158, w: 236, h: 236 },
  clay_pit: { x: 318, y: 140, w: 160, h: 200 },
  quarry: { x: 496, y: 150, w: 186, h: 216 },
  river: { x: 494, y: 370, w: 180, h: 200 },
  tool_maker: { x: 300, y: 284, w: 150, h: 116 },
  hut: { x: 300, y: 406, w: 150, h: 126 },
  field: { x: 348, y: 524, w: 180, h: 108 },
};

/** Cards lie with the cheapest at the right; buildings from the left. */
export function spot(place: string, tall: boolean): Spot {
  const fixed = (tall ? TALL : WIDE)[place];
  if (fixed) return fixed;
  const [kind, number] = place.split("-");
  const slot = Number(number) - 1;
  if (kind === "card")
    return tall
      ? { x: 74 + (3 - slot) * 142, y: 834, w: 116, h: 158 }
      : { x: 596 + (3 - slot) * 114, y: 564, w: 103, h: 143 };
  return tall
    ? { x: 68 + slot * 134, y: 668, w: 112, h: 116 }
    : { x: 68 + slot * 116, y: 568, w: 104, h: 108 };
}

/** The key of each place, the same for the whole game; others belong to the table or to numbers. */
const KEYS: Record<string, string> = {
  hunt: "a",
  forest: "f",
  clay_pit: "c",
  quarry: "q",
  river: "r",
  tool_maker: "t",
  hut: "d",
  field: "e",
  "building-1": "i",
  "building-2": "j",
  "building-3": "k",
  "building-4": "l",
  "card-1": "m",
  "card-2": "n",
  "card-3": "o",
  "card-4": "p",
};
export const keyOf = (place: string): string => KEYS[place] ?? "";

/** The height of the cards and buildings at the board's foot, which nothing may cover. */
export const FOOT = {
  wide: "calc(0.251 * clamp(0.645 * min(100cqw, 155cqh), 100cqh, 0.73 * min(100cqw, 155cqh)))",
  tall: "calc(0.553 * min(100cqw, 64.5cqh))",
};
