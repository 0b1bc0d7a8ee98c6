// The channel to this very browser: which one it is, and when it goes.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Notices from "../src/components/people/Notices.svelte";
import { api } from "../src/lib/server/api";
import { ownChannel, unsubscribe } from "../src/lib/page/system-notices";
import type { Channel, Notifications } from "../src/lib/server/types";

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

it("shows one's ways to be told also where the browser forbids to look for its own", async () => {
  const serviceWorker = { getRegistration: () => Promise.reject(new DOMException("", "SecurityError")) };
  vi.stubGlobal("navigator", { serviceWorker });
  const label = "ada@example.org";
  vi.spyOn(api, "notifications").mockResolvedValue({
    channels: [{ ...channel("c", "mail"), label, confirmed: true, events: [] } as unknown as Channel],
    quiet: { quiet_from: null, quiet_until: null, zone: null },
    muted: [],
    offers: { mail: true, webhook: false, push: null },
  } as unknown as Notifications);
  const shown = mount(Notices, { target: document.body });
  await vi.waitFor(() => expect(document.body.textContent).toContain(label));
  flushSync();
  expect(document.querySelector("[role=alert]")).toBeNull();
  await unmount(shown);
});
