/** Where the client begins: the page is filled, renewed after a new build, and kept for use without a connection. */
import { mount } from "svelte";
import App from "./App.svelte";
import { passing } from "$lib/browser/storage";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

mount(App, { target: document.getElementById("app")! });

// A page that was open while a new build came asks for files that are gone: begin anew with the new ones.
addEventListener("vite:preloadError", () => void renew());
async function renew(): Promise<void> {
  const last = passing.read("cradle.renewed", 0);
  const there = await fetch("/", { cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!there || Date.now() - last < 30_000) return;
  if (!passing.write("cradle.renewed", Date.now())) return; // It might begin anew for ever.
  location.reload();
}

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
