/**
 * The page as it is sent: its styles stand below what is shown first, so that this needn't wait for
 * them; and it names the texts of each language, so that they needn't wait for the scripts.
 */
import type { Plugin, Rolldown } from "vite";

const TEXTS = /^\0virtual:texts\/(\w+)$/;
const STYLES = /^\s*<link rel="stylesheet"[^>]*>\n/gm;

/** The file of each language's texts: `{"de":"/assets/de-1234.js"}`. */
function textsIn(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  const found = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const lang = TEXTS.exec(facadeModuleId ?? "")?.[1];
    return lang ? [[lang, `/${fileName}`]] : [];
  });
  return JSON.stringify(Object.fromEntries(found));
}

export function page(): Plugin {
  return {
    name: "cradle-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        html
          .replace(STYLES, "")
          .replace("  </body>", () => `${html.match(STYLES)?.join("")}  </body>`)
          .replace('data-texts="{}"', () => `data-texts='${textsIn(bundle)}'`),
    },
  };
}
