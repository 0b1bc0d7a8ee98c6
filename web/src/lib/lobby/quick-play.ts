/** From anywhere into a game against bots, with one click. */
import { api, quickTable } from "$lib/server/api";
import { makeTable } from "./dice";
import { prepare } from "$lib/games.svelte";
import { router } from "$lib/browser/router.svelte";
import { settings } from "$lib/settings.svelte";

export async function playQuick(game: string, players: number): Promise<void> {
  await settings.ensurePerson();
  const made = makeTable(quickTable(game, players, settings.now.quick.level));
  setTimeout(() => void prepare(game)); // After that request: browsers ask for six things at once.
  router.go(`/t/${(await made).id}`);
}

/** Into today's game, which is the same for everybody. */
export async function playToday(game: string): Promise<void> {
  await settings.ensurePerson();
  router.go(`/t/${(await api.playDaily(game)).id}`);
}
