/** The shapes of this game, as the server's rules declare them. */
import type * as kit from "$lib/kit";
import type { Shapes } from "$lib/server/types";

export type View = Shapes["HadaraView"];
export type Move = Shapes["HadaraMove"];
export type Lay = Shapes["HadaraLayMove"];
export type News = Shapes["HadaraNews"];
type Components = Shapes["HadaraComponents"];
export type Colour = Shapes["HadaraColourName"];
export type Track = Shapes["HadaraTrackName"];
export type Effect = Shapes["HadaraEffectName"];
export type Player = Shapes["HadaraPlayerView"];
export type HandCard = Shapes["HadaraHandCardView"];
export type Part = keyof Player["score"]["parts"];
export type StatueName = Shapes["HadaraStatueName"];
/** Rows of printed text; some columns hold names. */
type Row<Name extends keyof Components> = Components[Name][number];
export type Card = Row<"cards"> & { colour: Colour; effect: Effect | "" };
export type Reverse = Row<"colonies">;
export type Statue = Row<"statues"> & { requirement: StatueName };
export type SetupSide = Row<"setup">;

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
