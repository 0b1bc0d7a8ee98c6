/** The levels of bots, the gentlest first: those we know of, until the server has said which it has. */
import { api } from "$lib/server/api";

class Levels {
  all = $state.raw<string[]>(["novice", "casual", "skilled", "expert", "master"]);
  private asked = false;

  /** Ask the server, once; who can't be asked now is asked by the next. */
  async learn(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.all = (await api.about()).levels;
    } catch {
      this.asked = false;
    }
  }
}

export const levels = new Levels();
