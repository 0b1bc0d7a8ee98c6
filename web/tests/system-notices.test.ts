// The channel to this very browser: which one it is, and when it goes.
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/server/api";
import { ownChannel, unsubscribe } from "../src/lib/page/system-notices";
import type { Channel } from "../src/lib/server/types";

const channel = (id: string, kind: Channel["kind"]) => ({ id, kind }) as Channel;
const TWO = [channel("a", "push"), channel("b", "push"), channel("c", "mail")];

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the channel to this browser", () => {
  it("is the one that was made here", () => {
    localStorage.setItem("cradle.push", "b");
    expect(ownChannel(TWO)?.id).toBe("b");
  });

  it("is the only one where nobody knows, and none where it could be another's", () => {
    expect(ownChannel(TWO.slice(1))?.id).toBe("b");
    expect(ownChannel(TWO)).toBeUndefined();
    expect(ownChannel([channel("c", "mail")])).toBeUndefined();
  });

  it("goes when pushes are switched off", async () => {
    const ended = vi.fn(() => Promise.resolve(true));
    const pushManager = { getSubscription: () => Promise.resolve({ unsubscribe: ended }) };
    const serviceWorker = { getRegistration: () => Promise.resolve({ pushManager }) };
    vi.stubGlobal("navigator", { serviceWorker });
    const removed = vi.spyOn(api, "removeChannel").mockResolvedValue(null);
    localStorage.setItem("cradle.push", "b");
    await unsubscribe(TWO);
    expect(ended).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenCalledExactlyOnceWith("b");
    expect(localStorage.getItem("cradle.push")).toBeNull();
  });
});
