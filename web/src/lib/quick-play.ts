/** From anywhere into a game against bots, with one click. */
import { api, quickTable } from "./api";
import { makeTable } from "./dice";
import { prepare } from "./games.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

export async function playQuick(game: string, players: number): Promise<void> {
  await settings.someone();
  const made = makeTable(quickTable(game, players, settings.now.quick.level));
  setTimeout(() => void prepare(game)); // After that request: browsers ask for six things at once.
  router.go(`/t/${(await made).id}`);
}

/** Into today's game, which is the same for everybody. */
export async function playToday(game: string): Promise<void> {
  await settings.someone();
  router.go(`/t/${(await api.playDaily(game)).id}`);
}
