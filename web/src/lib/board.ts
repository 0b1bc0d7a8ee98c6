/** What a board is given; see BOARDS.md. */
import type { Component } from "svelte";
import type { Preview } from "./previews.svelte";
import type { Texts } from "./i18n/texts";
import type { Closed, Described, GameFacts, Move, News, Score, Seat, View } from "./types";

export interface BoardProps {
  game: string;
  view: View;
  /** What may be done now, each with its text; empty while waiting, looking back or watching. */
  moves: Move[];
  closed: Closed[];
  step: Described | null;
  /** Whose eyes these are; null for a spectator. */
  seat: Seat | null;
  names: string[];
  letters: string[];
  facts: GameFacts | null;
  texts: Texts;
  /** What has just happened, for animations; empty when nothing should move. */
  news: News[];
  /** The move that was chosen and waits for a confirmation. */
  chosen: Move | null;
  /** The text of a move on its way to the server. */
  pending: string | null;
  /** Choose a move: sent at once, or shown as a preview until confirmed; null takes the choice back. */
  choose: (move: Move | null) => void;
  /** The news a move would bring; undefined while the server is asked, null where nobody can say. */
  preview: (move: Move | undefined) => Preview;
  /** Take the own last answer back, also a sealed one; null where nothing can be taken back. */
  undo: (() => void) | null;
  /** Whether a position of the past is shown. */
  past: boolean;
  /** Whether things may move. */
  moving: boolean;
  scores: Score[] | null;
}

export interface TableauProps extends BoardProps {
  /** Whose tableau. */
  who: Seat;
  /** A narrow one for the side column; otherwise the whole, for the dock or a sheet. */
  compact: boolean;
}

/** What each game brings to the shell. */
export interface BoardKit {
  /** The board in the middle, shared by all. It fills the room it is given, also a phone's. */
  Board: Component<BoardProps>;
  /** One player's own things. */
  Tableau: Component<TableauProps>;
  /** The controls of the decision that is asked now (payments, tools, a draft), under its prompt. */
  Ask: Component<BoardProps>;
  /** How much of a wide and a tall board's foot the controls leave free: CSS lengths in `cqw` and `cqh` of the board. */
  clear?: { wide: string; tall: string };
  /** The parts of the board as text, for screen readers and for those who like reading. */
  describe: (props: BoardProps) => { title: string; lines: string[] }[];
  /** The clause a kind of news belongs to. */
  clauses: Record<string, string>;
  /** The parts of a score sheet, in order. */
  parts: string[];
  /** A few figures of each player for the narrow bar of a phone. */
  brief: (view: View, seat: Seat) => { icon: string; value: number | string; label: string }[];
  /** The total of a player as far as this viewer may know. */
  total: (view: View, seat: Seat) => number;
  /** Points by part, as far as known. */
  score: (view: View, seat: Seat) => Record<string, number>;
}

export const BOARDS: Record<string, () => Promise<{ kit: BoardKit }>> = {
  "stone-age": () => import("../boards/stone-age/kit"),
  hadara: () => import("../boards/hadara/kit"),
};
