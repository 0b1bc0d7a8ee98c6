/** Notices of the browser itself, and pushes to it while no page is open. */
import { api } from "$lib/server/api";
import { settings } from "$lib/settings.svelte";
import { lasting } from "$lib/browser/storage";
import type { Channel } from "$lib/server/types";

/** Under which name the id of the channel to this browser is kept. */
const OWN_CHANNEL = "cradle.push";

type Permission = NotificationPermission | "unable";

/** Whether the browser shows our notices. */
export const permission = (): Permission =>
  typeof Notification === "undefined" ? "unable" : Notification.permission;

/** Ask whether it may; only after a click, or browsers don't even show the question. */
export async function askPermission(): Promise<Permission> {
  return permission() === "default" ? await Notification.requestPermission() : permission();
}

const worker = async () =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** Show a notice where its reader looks now; another one of the same table takes its place. */
export async function showNotice(
  title: string,
  { body, tag, path }: { body: string; tag: string; path: string },
): Promise<void> {
  if (permission() !== "granted" || !settings.now.notices) return;
  const about = { body, tag, icon: "/icon-192.png", lang: settings.now.lang, data: { path } };
  // Phones show notices of workers alone.
  const shown = await (await worker())?.showNotification(title, about).then(() => true);
  if (!shown) new Notification(title, about).onclick = () => (window.focus(), location.assign(path));
}

/** Whether this browser can be pushed to at all. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** The subscription of this browser, if there is one. */
export async function subscription(): Promise<PushSubscription | null> {
  return (await (await worker())?.pushManager?.getSubscription()) ?? null;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** Have this browser told by the server, with its key. */
export async function subscribe(key: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const about = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await registration.pushManager.subscribe(about);
  const { auth, p256dh } = made.toJSON().keys ?? {};
  const keys = { auth: auth!, p256dh: p256dh! };
  const { id } = await api.addChannel({ kind: "push", endpoint: made.endpoint, keys });
  lasting.keepText(OWN_CHANNEL, id);
}

/** Of all channels, the one to this browser; where it isn't known which, the only one there is. */
export function ownChannel(channels: readonly Channel[]): Channel | undefined {
  const pushes = channels.filter(({ kind }) => kind === "push");
  const known = pushes.find(({ id }) => id === lasting.text(OWN_CHANNEL));
  return known ?? (pushes.length === 1 ? pushes[0] : undefined);
}

/** Have this browser told no more: neither does it listen, nor does the server know of it. */
export async function unsubscribe(channels: readonly Channel[]): Promise<void> {
  const own = ownChannel(channels);
  await (await subscription())?.unsubscribe();
  lasting.remove(OWN_CHANNEL);
  if (own) await api.removeChannel(own.id);
}
