/** Colours of the parts of a score, in the order of its lines; words always go with them. */
const TONES = ["earth-1", "straw-1", "leaf-1", "water-2", "rock-1", "earth-3", "straw-3", "water-1"];

export const toneOf = (part: number): string => `var(--${TONES[part % TONES.length]})`;
