/** The page as it is sent: its styles stand below what is shown first, so that this needn't wait for them. */
import type { Plugin } from "vite";

const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm;

export function page(): Plugin {
  return {
    name: "cradle-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(STYLES, "").replace("  </body>", () => `${html.match(STYLES)?.join("")}  </body>`),
    },
  };
}
