/** What a game brings to the shell, and what its parts are given; see BOARDS.md. */
import type { Component, Snippet } from "svelte";
import type { Sound } from "./sounds";
import type { Texts } from "./i18n/texts";
import type {
  Closed,
  Components,
  Described,
  GameFacts,
  Move,
  News,
  Score,
  Seat,
  View,
} from "$lib/server/types";

/** What a game's own values look like; the shell knows no more of them than this. */
export interface GameTypes {
  view: View;
  move: Move;
  news: News;
  components: Components;
}

/** A game's facts, with components of its own shape. */
export type Facts<G extends GameTypes = GameTypes> = Omit<GameFacts, "components"> & {
  components: G["components"];
};

/** A figure of a player that a move may change. */
export interface Figure {
  label: string;
  value: number;
  /** Its sign; that of a good is the good's name. */
  icon?: string;
  /** It stands nowhere else: only its change is told. */
  changeOnly?: boolean;
}

/** A figure that a move would change, and what it is now; or what dice bring to it on average. */
export type FigureChange = Figure & { before: number; expected?: number };

export interface BoardProps<G extends GameTypes = GameTypes> {
  game: string;
  view: G["view"];
  /**
   * What may be done now, each with its text; empty while waiting, looking back or watching. Where the
   * analysis of a finished game shows a better move, it stands here alone, and is `chosen`.
   */
  moves: G["move"][];
  closed: Closed[];
  step: Described | null;
  /** Whose eyes these are; null for a spectator. */
  seat: Seat | null;
  names: string[];
  letters: string[];
  facts: Facts<G> | null;
  texts: Texts;
  /** What has just happened, for animations; empty when nothing should move. */
  news: G["news"][];
  /** The move that was chosen and waits for a confirmation. */
  chosen: G["move"] | null;
  /** The text of a move on its way to the server. */
  pending: string | null;
  /** Choose a move: sent at once, or shown as a preview until confirmed; null takes the choice back. */
  choose: (move: G["move"] | null) => void;
  /** The news a move would bring; undefined while the server is asked, null where nobody can say. */
  preview: (move: G["move"] | undefined) => G["news"][] | null | undefined;
  /** The own figures that a move would change, as far as no dice, secrets or others decide; none while it is asked. */
  outcome: (move: G["move"] | undefined) => FigureChange[];
  /** Take the own last answer back, also a sealed one; null where nothing can be taken back. */
  undo: (() => void) | null;
  /** Whether a position of the past is shown. */
  past: boolean;
  /** Whether things may move. */
  moving: boolean;
  scores: Score[] | null;
}

export interface TableauProps<G extends GameTypes = GameTypes> extends BoardProps<G> {
  /** Whose tableau. */
  who: Seat;
  /** A narrow one for the side column; otherwise the whole, for the dock or a sheet. */
  compact: boolean;
  /** Whether that player is here, to stand beside the name. */
  presence?: Snippet | undefined;
}

/** How the shell shows a kind of news. */
export interface Showing {
  /** How long it is shown before the next message may replace it, in milliseconds. */
  shown?: number;
  sound?: Sound;
  /** Shown as long as anybody's, also when it is one's own. */
  unhurried?: boolean;
  /** What belongs to a round's end is shown by itself, before the picture changes: the stage's name. */
  stage?: string;
  /** Whether that is told seat by seat. */
  eachSeat?: boolean;
  /** News of this kind that says nothing, such as a gain of nothing: left out of the log. */
  empty?: (news: News) => boolean;
  /** A new round or epoch begins: the log gets a heading. */
  heading?: boolean;
}

/** What a lesson tells about a game before the pupil decides. */
export interface LessonNote {
  /** The key of its text below `web.learn.<game>.`. */
  key: string;
  /** What it points at: a selector, or nothing. */
  at?: string;
  /** The part of the score sheet whose numbers it tells. */
  part?: string;
}

/** What each game brings to the shell. */
export interface GameKit<G extends GameTypes = GameTypes> {
  /** The game's facts as they were when the client was built; without them the server is asked. */
  facts?: GameFacts;
  /** The board in the middle, shared by all. It fills the room it is given, also a phone's. */
  Board: Component<BoardProps<G>>;
  /** One player's own things. */
  Tableau: Component<TableauProps<G>>;
  /** The controls of the decision that is asked now, under its prompt, where the board has none itself. */
  Ask?: Component<BoardProps<G>>;
  /** How much of a wide and a tall board's foot the controls leave free: CSS lengths in `cqw` and `cqh` of the board. */
  clear?: { wide: string; tall: string };
  /** The parts of the board as text, for screen readers and for those who like reading. */
  describe: (props: BoardProps<G>) => { title: string; lines: string[] }[];
  /** A thing that may come in one line, where its name alone says too little. */
  coming?: (props: BoardProps<G>, name: string) => string;
  /** How each kind of news is shown; nothing special without an entry. */
  showings: Partial<Record<G["news"]["kind"], Showing>>;
  /** News with its things named by what they show, where a name alone says nothing. */
  named?: (news: News, facts: GameFacts | null) => Described;
  /** Why a game that is over has ended, from the last that was told. */
  ending?: (last: G["news"][], texts: Texts) => string | undefined;
  /** Whether a view holds what other people at the screen shouldn't see. */
  hasSecrets: (view: G["view"]) => boolean;
  /** The parts of a score sheet in order, where it isn't that of the scores. */
  parts?: string[];
  /** A few figures of each player for the narrow bar of a phone. */
  brief: (view: G["view"], seat: Seat) => { icon: string; value: number | string; label: string }[];
  /** The figures of a player that moves change, always the same ones in the same order. */
  figures: (view: G["view"], seat: Seat) => Figure[];
  /** Points by part, as far as this viewer may know. */
  score: (view: G["view"], seat: Seat) => Record<string, number>;
  /** A lesson in playing: the messages of a record, and notes by the decision they come before. */
  lesson?: { load: () => Promise<{ default: unknown }>; notes: Record<string, LessonNote[]> };
}
