/** Looking at the page: all looks of a frame come together, before any of them writes, so that one layout serves them all. */
type Look = () => (() => void) | void;

const waiting = new Set<Look>();

/** Look in the next frame, once however often it is asked for; what a look returns is done after all have looked. */
export function measure(look: Look): void {
  if (!waiting.size) requestAnimationFrame(run);
  waiting.add(look);
}

function run(): void {
  const looks = [...waiting];
  waiting.clear();
  for (const write of looks.map((look) => look())) write?.();
}
