/** Where a large view stands: near its thing, and off what the thing is compared with. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
type Size = Pick<Box, "width" | "height">;

const GAP = 12;
const EDGE = 8;
/** The thing itself is worth more than its neighbours. */
const ITSELF = 4;

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** Right, left, above or below of a thing, wherever least of its peers is covered. */
export function placeBeside(size: Size, thing: Box, peers: readonly Box[], screen: Size): Box {
  const held = (at: number, length: number, all: number) => Math.max(EDGE, Math.min(at, all - length - EDGE));
  const box = (left: number, top: number): Box => ({
    ...size,
    left: held(left, size.width, screen.width),
    top: held(top, size.height, screen.height),
  });
  const [middle, centre] = [
    thing.left + (thing.width - size.width) / 2,
    thing.top + (thing.height - size.height) / 2,
  ];
  const [above, below] = [thing.top - size.height - GAP, thing.top + thing.height + GAP];
  const around = [
    box(thing.left + thing.width + GAP, centre),
    box(thing.left - size.width - GAP, centre),
    box(middle, above),
    box(middle, below),
  ];
  const all = Math.max(0, ...peers.map((peer) => peer.left + peer.width));
  const first = Math.min(...peers.map((peer) => peer.left));
  if (peers.length) around.push(box(all + GAP, centre), box(first - size.width - GAP, centre));
  const cost = (at: Box) =>
    ITSELF * overlap(at, thing) + peers.reduce((sum, peer) => sum + overlap(at, peer), 0);
  return around.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}
