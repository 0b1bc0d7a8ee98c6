/**
 * Our own typefaces. On a first visit they wait until what can be clicked is there; later, when the
 * browser has kept them, they are shown from the first paint (theme.js).
 */
import { lasting } from "./storage";

export async function showFonts(): Promise<void> {
  document.documentElement.dataset["fonts"] = "own";
  await document.fonts.ready;
  lasting.keepText("cradle.fonts", "own");
}
