/**
 * The page as it is sent: what runs before the first paint stands in it; its styles stand below what
 * is shown first, so that this needn't wait for them; and it names the texts of each language, so
 * that they needn't wait for the scripts.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

const TEXTS = /^\0virtual:texts\/(\w+)$/;
const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm;
const THEME = "<!-- theme.js -->";

/** The file of each language's texts: `{"de":"/assets/de-1234.js"}`. */
function textsIn(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  const found = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const lang = TEXTS.exec(facadeModuleId ?? "")?.[1];
    return lang ? [[lang, `/${fileName}`]] : [];
  });
  return JSON.stringify(Object.fromEntries(found));
}

/** Theme and language, before anything is painted: no request, which would keep the page blank for its time. */
function theme(root: string, texts: string): string {
  return `<script data-texts='${texts}'>\n${readFileSync(resolve(root, "theme.js"), "utf8")}</script>`;
}

export function page(root: string): Plugin {
  return {
    name: "cradle-page",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        html
          .replace(THEME, () => theme(root, textsIn(bundle)))
          .replace(STYLES, "")
          .replace("  </body>", () => `${html.match(STYLES)?.join("") ?? ""}  </body>`),
    },
  };
}
