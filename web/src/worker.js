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
