/** Short messages that go by themselves, and what a screen reader is told. */
import { untrack } from "svelte";
import { Refused } from "$lib/server/api";
import { problemText } from "./problems";

interface Toast {
  id: number;
  text: string;
  tone: "plain" | "bad" | "good";
  clause: string | null;
  /** Where it happened. */
  link?: { path: string; text: string };
}

const LINKED_MS = 12_000;
/** So many lines stay for a screen reader; more than the end of a round brings at once. */
const SPOKEN = 60;

class Toasts {
  all = $state<Toast[]>([]);
  /** The latest lines for a screen reader, in order: none overwrites another. */
  spoken = $state<{ id: number; text: string }[]>([]);
  private count = 0;

  say(text: string, tone: Toast["tone"] = "plain", clause: string | null = null): void {
    const toast: Toast = { id: this.count++, text, tone, clause };
    this.all = [...this.all.slice(-2), toast];
    setTimeout(() => this.drop(toast.id), tone === "bad" ? 7000 : 4000);
  }

  /** The same with a link, for as long as it takes to read and reach it. */
  offer(text: string, link: { path: string; text: string }): void {
    const toast: Toast = { id: this.count++, text, tone: "plain", clause: null, link };
    this.all = [...this.all.filter((each) => each.link?.path !== link.path).slice(-2), toast];
    setTimeout(() => this.drop(toast.id), LINKED_MS);
  }

  drop(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }

  problem(error: unknown): void {
    this.say(problemText(error), "bad", error instanceof Refused ? error.problem.clause : null);
  }

  /** Tell a screen reader, politely. */
  speak(text: string): void {
    const before = untrack(() => this.spoken); // Whoever speaks needn't hear it.
    this.spoken = [...before.slice(1 - SPOKEN), { id: this.count++, text }];
  }
}

export const toasts = new Toasts();
