/** Addresses: a small router over the History API. */

interface Route {
  page: string;
  args: string[];
  query: URLSearchParams;
  /** The part of the page that is meant, by its id. */
  hash: string;
}

/** The parts of the address; one that cannot be read leads to no page. */
function parts(): string[] {
  try {
    return location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["missing"];
  }
}

function read(): Route {
  const [page = "home", ...args] = parts();
  return { page, args, query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
}

class Router {
  route = $state<Route>(read());
  /** Grows with every link that is followed, also to where one is; the browser itself knows the way back. */
  visits = $state(0);

  constructor() {
    addEventListener("popstate", () => (this.route = read()));
    document.addEventListener("click", (event) => this.click(event));
  }

  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.route = read();
    this.visits++;
    scrollTo(0, 0);
  }

  /** Plain links to our own pages move without a reload. */
  private click(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
