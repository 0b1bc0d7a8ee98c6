/** The shapes of this game, as the server's rules declare them. */
import type * as kit from "$lib/kit";
import type { Shapes } from "$lib/server/types";

export type View = Shapes["StoneAgeView"];
export type Move = Shapes["StoneAgeMove"];
export type News = Shapes["StoneAgeNews"];
export type Components = Shapes["StoneAgeComponents"];
export type Place = Shapes["StoneAgePlaceView"];
export type PlaceName = Shapes["StoneAgePlaceName"];
export type Player = Shapes["StoneAgePlayerView"];
export type Good = keyof Player["resources"];
export type Card = Components["cards"][number];
export type Building = Components["buildings"][number];

interface Types extends kit.GameTypes {
  view: View;
  move: Move;
  news: News;
  components: Components;
}
export type BoardProps = kit.BoardProps<Types>;
export type TableauProps = kit.TableauProps<Types>;
export type Facts = BoardProps["facts"];
export type Kit = kit.GameKit<Types>;
