/** From anywhere into a game against bots. */
import { quickTable } from "./api";
import { makeTable } from "./dice";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

export async function playQuick(game: string, players: number): Promise<void> {
  await settings.someone();
  const table = await makeTable(quickTable(game, players, settings.now.quick.level));
  router.go(`/t/${table.id}`);
}
