// The shell, offline too. Built into /sw.js with the list of files of this build; a new build is a
// new worker with a cache of its own. What the server says (/api) is never kept, but for puzzles.
const CACHE = "cradle-__VERSION__";
/* global __FILES__ */
const FILES = ["/", ...__FILES__];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("cradle-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Pages come from the network, so that nobody sees an old build; without one, from the shell. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** Files with a hash in their name never change. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** All puzzles of a game never change in what they ask: without a connection, those heard last. */
const PUZZLES = /^\/api\/puzzles\/[^/]+$/;
async function puzzles(request, path) {
  const cache = await caches.open("puzzles");
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch {
    const kept = await cache.match(path);
    if (!kept) return Response.error();
    return new Response(await kept.blob(), {
      headers: { "Content-Type": "application/json", "X-Kept": "1" },
    });
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin && PUZZLES.test(url.pathname))
    return event.respondWith(puzzles(event.request, url.pathname));
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api"))
    return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (FILES.includes(url.pathname)) event.respondWith(file(event.request));
});

/** What was pushed is shown, unless its reader looks at that very table. */
async function show({ title, body, path, tag, lang }) {
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((each) => each.focused && new URL(each.url).pathname === path)) return;
  await self.registration.showNotification(title, { body, tag, lang, icon: "/icon-192.png", data: { path } });
}

/** A tap leads to the table: in a page that is there, or in a new one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((each) => new URL(each.url).pathname === path) ?? pages[0];
  if (!there) return self.clients.openWindow(path);
  await there.focus();
  return new URL(there.url).pathname === path ? undefined : there.navigate(path);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
