/** Names that the rules give, in their order, and the icons that tell them. */
import type { Colour, Effect, Track } from "./types";

export const GAME = "hadara";
export const COLOURS = ["yellow", "red", "blue", "green", "purple"] as const satisfies readonly Colour[];
export const TRACKS = ["income", "military", "culture", "food"] as const satisfies readonly Track[];
export const CRESTS = ["monkey", "dragon", "lion", "pegasus", "scarab"] as const;
export const EPOCHS = ["", "I", "II", "III"] as const;
/** The icon of a colour: that of its track; purple has its own. */
export const SIGN: Record<Colour, string> = {
  yellow: "h-income",
  red: "h-military",
  blue: "h-culture",
  green: "h-food",
  purple: "h-purple",
};
export const TONE: Record<Track, Colour> = {
  income: "yellow",
  military: "red",
  culture: "blue",
  food: "green",
};

/** Which pictures tell a purple effect. */
const EFFECT_SIGNS: Record<Effect, string[]> = {
  sell_bonus: ["h-card", "h-coin"],
  bonus_tile: ["h-tile"],
  "colour_step:yellow": ["h-income"],
  "colour_step:red": ["h-military"],
  "colour_step:blue": ["h-culture"],
  "colour_step:green": ["h-food"],
  colony_coins: ["h-colony", "h-coin"],
  medal_discount: ["h-silver", "h-gold"],
  statue_bonus: ["h-statue"],
  feed_with_coins: ["h-food", "h-coin"],
  surplus_food_coins: ["h-food", "h-coin"],
  income_bonus: ["h-income", "h-coin"],
  full_silver_medal: ["h-silver"],
  set_points: ["h-set", "points"],
  set_joker: ["h-set"],
  double_action: ["h-colony", "h-statue"],
  requirement_discount: ["h-military", "h-culture"],
  buy_requirement: ["h-coin", "h-culture"],
};
export const signsOf = (effect: Effect | ""): string[] => (effect ? EFFECT_SIGNS[effect] : []);
