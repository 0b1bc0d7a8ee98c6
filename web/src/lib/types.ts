/** What client and server say to each other; `openapi.d.ts` is generated, this names what we use. */

export type GameName = "stone-age" | "hadara";
export type Seat = number;

/** A move, a piece of news or a step, with names for numbers. */
export interface Described {
  kind: string;
  [field: string]: unknown;
}
export interface Move extends Described {
  text: string;
  /** What would happen at once, as news, where the server can tell. */
  preview?: News[];
}
export type News = Described;
export interface Closed {
  subject: string;
  clause: string;
  reason: string;
  numbers: Record<string, number>;
}
/** What one seat may know; each board knows the shape of its own game's. */
export interface View {
  game: string;
  seat: Seat | null;
  seats: number;
  phase: string;
  [field: string]: unknown;
}
export interface Score {
  seat: Seat;
  total: number;
  rank: number;
  tie: number;
  parts: Record<string, number>;
}
export interface Clocks {
  now_at: number;
  seats: { left_ms: number | null; running: boolean }[];
}
export interface Play {
  type: "play";
  seq: number;
  since: number;
  fresh: boolean;
  ply: number;
  seat: Seat | null;
  news: News[];
  view: View;
  asked: Seat[];
  step: Described | null;
  moves: Move[];
  closed: Closed[];
  clocks: Clocks | null;
  undo: boolean;
  over: boolean;
  scores: Score[] | null;
}
export interface TableSeat {
  seat: Seat;
  kind: "person" | "bot" | "open" | "link";
  person: string | null;
  name: string | null;
  level: string | null;
  stand_in: string | null;
  mine: boolean;
  automatic: boolean;
  online: boolean;
  words: string | null;
}
export type Pace =
  | { kind: "none" }
  | { kind: "live"; base_ms: number; increment_ms: number }
  | { kind: "days"; days: number };
export interface Table {
  id: string;
  game: GameName;
  state: "open" | "playing" | "over" | "closed";
  kind: "game" | "hot-seat" | "sandbox" | "record";
  options: Record<string, string | boolean>;
  visibility: "public" | "link";
  host: string | null;
  pace: Pace;
  created_at: number;
  started_at: number | null;
  over_at: number | null;
  moved_at: number | null;
  seats: TableSeat[];
  asked: Seat[];
  round: number;
  watchers: number;
  seq: number;
  ply: number;
  invite: string | null;
  undo: { seat: Seat; ply: number; agreed: Seat[]; missing: Seat[] } | null;
  rematch: string | null;
  from: { table: string; ply: number } | null;
  scores: Score[] | null;
  dice: { commitment: string; secret: string | null };
}
export type NewSeat =
  | { kind: "me"; name?: string }
  | { kind: "bot"; level: string }
  | { kind: "open" }
  | { kind: "link" };
export interface NewTable {
  game: GameName;
  seats: NewSeat[];
  options?: Record<string, string | boolean>;
  visibility?: "public" | "link";
  pace?: Pace;
  start?: boolean;
}
export interface ServerSettings {
  language: string;
  theme: string;
  sounds: boolean;
  animation: boolean;
  colour_aids: boolean;
  confirm: boolean;
  automatic: boolean;
  more: Record<string, unknown>;
}
export interface Person {
  id: string;
  name: string;
  guest: boolean;
  login: string | null;
  created_at: number;
  settings: ServerSettings;
}
export interface Line {
  number: number;
  at: number;
  person: string | null;
  name: string;
  seat: Seat | null;
  text: string;
}
export interface Problem {
  key: string;
  text: string;
  facts: Record<string, unknown>;
  clause: string | null;
}
export interface About {
  version: string;
  games: string[];
  languages: string[];
  levels: string[];
}
export interface GameFacts {
  game: string;
  version: number;
  hash: string;
  seats: number[];
  options: Record<string, { choices: (string | boolean)[]; default: string | boolean }>;
  tables: Record<string, Record<string, string>[]>;
}
export interface HistoryEntry {
  ply: number;
  seat: Seat | null;
  text: string | null;
  round: number;
  news: News[];
}
export interface History {
  table: string;
  seat: Seat | null;
  plies: number;
  entries: HistoryEntry[];
}
export interface Position {
  table: string;
  seat: Seat | null;
  ply: number;
  plies: number;
  view: View;
  news: News[];
  asked: Seat[];
  text: string | null;
  by: Seat | null;
  over: boolean;
  scores: Score[] | null;
}
export interface Hint {
  text: string;
  chance: number | null;
  points: number | null;
  why: string | null;
}
export type Heard =
  | Play
  | { type: "table"; table: Table }
  | { type: "chat"; lines: Line[] }
  | { type: "done"; id: string; seq: number; again: boolean }
  | { type: "refused"; id: string | null; error: Problem }
  | { type: "bye"; reason: string; retry_ms: number }
  | { type: "pong" }
  | { type: "lobby"; tables: Table[] }
  | { type: "mine"; tables: Table[] };
