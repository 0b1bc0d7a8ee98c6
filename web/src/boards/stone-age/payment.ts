/** Resources that are paid: bundles, and how they compare. */
import type { Good } from "./types";

export const GOODS = ["wood", "clay", "stone", "gold"] as const satisfies readonly Good[];
export type Bundle = Record<Good, number>;

export const bundleOf = ({ resources }: { resources: Partial<Bundle> }): Bundle => ({
  wood: 0,
  clay: 0,
  stone: 0,
  gold: 0,
  ...resources,
});
export const count = (bundle: Bundle): number => GOODS.reduce((sum, good) => sum + bundle[good], 0);
export const same = (a: Bundle, b: Bundle): boolean => GOODS.every((good) => a[good] === b[good]);

/** Bundles in the order in which people part with them: few before many, wood before gold. */
export function byDearness(a: Bundle, b: Bundle): number {
  return count(a) - count(b) || a.gold - b.gold || a.stone - b.stone || a.clay - b.clay;
}
