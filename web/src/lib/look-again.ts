/** To look at something again and again, where nobody tells of its changes. */

const SOONEST_MS = 4000;
const LATEST_MS = 30000;

/**
 * Look now, soon while things change, ever later while nothing does, not at all while the page is
 * hidden, and at once when it is shown again; until the answer is called. `look` says whether
 * something has changed.
 */
export function lookAgain(look: () => Promise<boolean>): () => void {
  let wait = SOONEST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  async function go() {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") return;
    const changed = await look();
    wait = changed ? SOONEST_MS : Math.min(LATEST_MS, wait * 1.5);
    clearTimeout(timer); // Somebody may have looked meanwhile.
    if (!ended) timer = setTimeout(() => void go(), wait);
  }
  const shown = () => void go();
  document.addEventListener("visibilitychange", shown);
  void go();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}
