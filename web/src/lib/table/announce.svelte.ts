/** Whose turn it is and what happens, told outside the board: in the tab's title and to a screen reader. */
import { titleOf } from "$lib/games.svelte";
import type { Room } from "./room.svelte";
import { t } from "$lib/settings.svelte";
import { tell } from "./sentences";
import { showTurn } from "$lib/browser/title";
import { toasts } from "$lib/toasts.svelte";

/** Every piece of news in order, and the turn after it; called while a component is made. */
export function announce(room: Room, prompt: () => string): void {
  const game = () => room.table?.game ?? "";
  $effect(() => {
    const turn = room.myTurn && !room.over;
    showTurn(turn, `${turn ? `● ${t("table.your_turn")} · ` : ""}${titleOf(game())} · Cradle`);
    return () => showTurn(false, "Cradle");
  });
  room.tellNews = (news) => {
    const { kit, facts, names } = room;
    for (const each of news) toasts.speak(tell({ game: game(), kit, facts, names }, each));
  };
  $effect(() => {
    const { news, myTurn, past } = room; // After each news anew: it may be my turn again, or still.
    if (news && myTurn && !past) toasts.speak(`${t("table.your_turn")}. ${prompt()}`);
  });
}
