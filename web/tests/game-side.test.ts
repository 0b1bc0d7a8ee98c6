// Beside the board: its tabs, also where one of them goes.
import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";
import GameSide from "../src/components/table/GameSide.svelte";
import type { BoardProps } from "../src/lib/kit";
import { Room } from "../src/lib/table/room.svelte";
import { kit } from "../src/plain";
import { table } from "./messages";

it("shows the log to who wrote notes and plays here no more", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ text: "" }));
  const room = new Room("t");
  room.table = table(1);
  const given = { game: "none", names: [], letters: [] } as unknown as BoardProps;
  const props = { room, kit, given, seats: [], asked: [], taught: false };
  const shown = mount(GameSide, { target: document.body, props });
  flushSync();
  const tabs = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];
  tabs().at(-1)!.click();
  flushSync();
  expect(document.querySelector(".notes")).not.toBeNull();
  flushSync(() => (room.table = table(0)));
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  expect(document.querySelector(".log")).not.toBeNull();
  await unmount(shown);
  vi.unstubAllGlobals();
});
