/** Colons and semicolons with the spaces that the reader's language puts before them. */
import { t } from "$lib/settings.svelte";

export const labelled = (label: string, text: string): string => t("common.labelled", { label, text });
export const inSequence = (parts: string[]): string => parts.join(t("common.semicolon"));
