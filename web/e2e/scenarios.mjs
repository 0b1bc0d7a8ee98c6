// All scenarios by name, for run.mjs.
export { analysis, analysisOnPhone } from "./analysis.mjs";
export * from "./drag.mjs";
export * from "./games.mjs";
export * from "./hadara-keys.mjs";
export { onItsSide } from "./landscape.mjs";
export { odds } from "./odds.mjs";
export * from "./offline.mjs";
export * from "./pages.mjs";
export * from "./payment.mjs";
export * from "./people.mjs";
export * from "./plain.mjs";
export { daily, duplicates } from "./daily.mjs";
export { puzzles } from "./puzzles.mjs";
export { absence, story } from "./story.mjs";
export * from "./together.mjs";
export * from "./account.mjs";
export * from "./told.mjs";
export { layout, layoutEverywhere } from "./layout.mjs";
