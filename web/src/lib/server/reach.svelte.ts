/** Whether the server can be reached: told by every call, and asked again while it can't. */
const AGAIN = 3000;

class Reach {
  lost = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting: (() => void)[] = [];

  constructor() {
    addEventListener("offline", () => this.report(false));
    addEventListener("online", () => void this.check());
  }

  /** A call came through, or didn't. */
  report(reached: boolean): void {
    clearTimeout(this.timer);
    if (!reached) this.timer = setTimeout(() => void this.check(), AGAIN);
    const back = this.lost && reached;
    this.lost = !reached;
    if (back) for (const go of this.waiting.splice(0)) go();
  }

  /** Wait until the server can be reached again. */
  whenBack(): Promise<void> {
    return this.lost ? new Promise((go) => this.waiting.push(go)) : Promise.resolve();
  }

  /** Ask now. */
  async check(): Promise<void> {
    try {
      this.report((await fetch("/api/about", { cache: "no-store" })).status < 500);
    } catch {
      this.report(false);
    }
  }
}

export const reach = new Reach();
