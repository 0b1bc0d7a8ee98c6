/** Where things lie on the board, in units of a square of 600 with the wheel's axle in the middle. */
interface Point {
  x: number;
  y: number;
}
const SIZE = 600;
const MIDDLE = SIZE / 2;

/** By place on the ring, clockwise from the top: the outer pile, the face-down stack, the letter. */
const PLACES: { pile: Point; stack: Point; letter: Point }[] = [
  { pile: { x: 40, y: -204 }, stack: { x: -52, y: -186 }, letter: { x: -124, y: -236 } },
  { pile: { x: 221, y: -74 }, stack: { x: 148, y: -44 }, letter: { x: 188, y: -186 } },
  { pile: { x: 138, y: 170 }, stack: { x: 58, y: 204 }, letter: { x: 240, y: 118 } },
  { pile: { x: -138, y: 170 }, stack: { x: -58, y: 204 }, letter: { x: -240, y: 118 } },
  { pile: { x: -221, y: -74 }, stack: { x: -148, y: -44 }, letter: { x: -188, y: -186 } },
];

export const place = (slot: number) => PLACES[slot % 5]!;

export const polar = (degrees: number, radius: number): Point => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: MIDDLE + radius * Math.cos(angle), y: MIDDLE + radius * Math.sin(angle) };
};

const at = (degrees: number, radius: number): string => {
  const { x, y } = polar(degrees, radius);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
};

/** The outline of a segment of the ring. */
export function wedge(slot: number, inner: number, outer: number, gap = 1.2): string {
  const from = slot * 72 - 36 + gap;
  const to = slot * 72 + 36 - gap;
  return `M${at(from, inner)}L${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}z`;
}

/** A point of the board as a share of its width or height. */
export const share = (n: number): number => ((n + MIDDLE) / SIZE) * 100;
