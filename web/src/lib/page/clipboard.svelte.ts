/** Copying: by the browser, as by hand where it has no clipboard for us, and by the reader's own hand where neither works. */
import { t } from "$lib/settings.svelte";
import { toasts } from "$lib/toasts.svelte";

/** Where the connection isn't secure there is no clipboard to write to: then it is copied as by hand. */
function copyAsByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsByHand(text);
  }
};

class Clipboard {
  /** What couldn't be copied, and is shown to be. */
  left = $state("");

  /** Copy a link, and say so; or show it. */
  async copyLink(address: string): Promise<void> {
    if (await copied(address)) toasts.say(t("lobby.copied"), "good");
    else this.left = address;
  }
}

export const clipboard = new Clipboard();
