// The shell, offline too: files with a hash in their name are kept, pages come from the network first.
const CACHE = "cradle-1";
const SHELL = ["/", "/manifest.webmanifest", "/icon.svg", "/theme.js"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

async function keep(request, response) {
  if (response.ok) (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (url.pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(event.request).then((hit) => hit || fetch(event.request).then((r) => keep(event.request, r))));
  } else if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).then((r) => keep("/", r)).catch(() => caches.match("/")));
  }
});
