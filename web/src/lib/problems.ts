/** What went wrong, in words for whoever reads: the only way from an error to the screen. */
import { Refused } from "$lib/server/api";
import { t } from "./settings.svelte";

/** The server's sentence for a refusal; ours where it couldn't be reached, or where nothing is known. */
export function problemText(error: unknown): string {
  if (!(error instanceof Refused)) console.warn(error);
  else if (error.problem.key === "offline") return t("error.offline");
  else if (error.problem.text) return error.problem.text;
  return t("error.unexpected");
}
