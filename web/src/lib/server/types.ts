/**
 * What client and server say to each other. The shapes are generated from the server's own
 * (`openapi.d.ts`, by scripts/openapi.py); here they get their names, and what a board adds.
 */
import type { components } from "./openapi";

export type Shapes = components["schemas"];

export type Seat = number;
export type Described = Shapes["Described"];
/** What happened; each board knows the kinds of its own game. */
export type News = Described;
export type Closed = Shapes["ClosedMove"];
export type Score = Shapes["Score"];
export type Clocks = Shapes["ClockFaces"];
export type TableSeat = Shapes["Seat"];
export type NewSeat = Shapes["NewSeat"];
export type Pace = Shapes["Table"]["pace"];
export type Person = Shapes["OwnPerson"];
export type NewGuest = Shapes["NewGuest"];
export type DiceTicket = Shapes["DiceTicket"];
export type Session = Shapes["Session"];
export type Passkey = Shapes["OwnPasskey"];
export type ServerSettings = Shapes["Settings"];
export type Notifications = Shapes["Notifications"];
export type Channel = Shapes["OwnChannel"];
export type NewChannel = Shapes["NewChannel"]["channel"];
export type QuietHours = Shapes["QuietHours"];
export type OtherPerson = Shapes["OtherPerson"];
export type Relation = OtherPerson["kind"];
export type NewReport = Shapes["NewReport"];
export type ReportShown = Shapes["ReportShown"];
export type DeedShown = Shapes["DeedShown"];
export type Sanction = Shapes["Sanction"];
export type Warned = Shapes["Warned"];
export type PersonProfile = Shapes["Profile"];
export type SearchWish = Shapes["SearchWish"];
export type EventShort = Shapes["EventShort"];
export type EventPage = Shapes["EventPage"];
export type EventTable = Shapes["EventTable"];
export type NewEvent = Shapes["NewEvent"];
export type Searching = Shapes["Searching"];
export type Wanted = Shapes["Wanted"];
export type Line = Shapes["Line"];
export type Reaction = Shapes["ReactionMessage"];
export type OwnPlan = Omit<Shapes["OwnPlan"], "moves"> & { moves: Move[] };
export type Planned = { plans: OwnPlan[] };
export type Notes = Shapes["Notes"];
export type Problem = Shapes["Error"];
export type About = Shapes["About"];
export type OptionFacts = Shapes["OptionFacts"];
export type GameSummary = Shapes["GameSummary"];
export type GameFacts = Shapes["GameFacts"];
export type Description = Shapes["GameDescription"];
type HistoryEntry = Omit<Shapes["HistoryEntry"], "news"> & { news: News[] };
export type History = Omit<Shapes["History"], "entries" | "undone"> & {
  entries: HistoryEntry[];
  undone: (Omit<Shapes["Undone"], "news"> & { news: News[] })[];
};
export type Hint = Shapes["Hint"];
export type Odds = Shapes["Odds"];
export type OddsTopic = Omit<Shapes["OddsTopic"], "more"> & { more: { words: string; move: Move }[] };
export type OddsQuestions = Omit<Shapes["OddsQuestions"], "topics"> & { topics: OddsTopic[] };
export type Rules = Shapes["Rules"];
export type Rating = Shapes["Rating"];
export type Ranked = Shapes["Ranked"];
export type Ladder = Shapes["RatingChange"]["ladder"];
export type PlayedGame = Shapes["PlayedGame"];
export type RatingChange = Shapes["RatingChange"];
export type GameRatings = Shapes["GameRatings"];
export type Reason = NonNullable<GameRatings["why"]>;

/** What decided a finished game, with moves as boards know them. */
export type JudgedPly = Shapes["JudgedPly"];
export type TurningPoint = Omit<Shapes["TurningPoint"], "move"> & { move: Move | null };
export type CostlyDecision = Omit<Shapes["CostlyDecision"], "made" | "better"> & { made: Move; better: Move };
export type Summary = Omit<Shapes["AnalysedGame"], "costliest" | "turns"> & {
  costliest: CostlyDecision[];
  turns: TurningPoint[];
};
export type AnalysedKind = Shapes["AnalysedKind"];
export type AnalysedSeat = Shapes["AnalysedSeat"];
export type OwnGame = Shapes["OwnGame"];
export type OwnGames = Shapes["OwnGames"];
export type Analysis = Omit<Shapes["Analysis"], "summary"> & { summary: Summary | null };

export type Duplicate = Shapes["Duplicate"];
export type NewDuplicate = Omit<Shapes["NewDuplicate"], "id">;
export type DailyGame = Shapes["DailyGame"];
type DailyPlace = Shapes["DailyPlace"];
type DailyParting = Omit<Shapes["DailyParting"], "made" | "theirs"> & { made: Move; theirs: Move };
export type DailyRival = DailyPlace & { parted: DailyParting | null };
export type DailyStandings = Omit<Shapes["DailyStandings"], "winner" | "master"> & {
  winner: DailyRival | null;
  master: DailyRival | null;
};

export type PuzzleGames = Shapes["PuzzleGames"];
export type PuzzleVerdict = Shapes["PuzzleVerdict"];
export type SolvedPuzzle = Omit<Shapes["SolvedPuzzle"], "view" | "moves"> & { view: View; moves: Move[] };
export type PuzzleCollection = Omit<Shapes["PuzzleCollection"], "puzzles"> & { puzzles: SolvedPuzzle[] };

/** A player's entry of a view, as it would be. */
export type PlayerAfter = Shapes["PlayerAfter"];
export type Expected = Shapes["Expected"];
/** What moves would bring, by their texts. */
export interface PreviewsFound {
  previews: Record<string, News[] | null>;
  after?: Record<string, PlayerAfter>;
  expected?: Record<string, Expected>;
}
export type Previews = Omit<Shapes["Previews"], "previews"> & PreviewsFound;
/** A move that may be made now. */
export type Move = Described & { text: string };
/** What one seat may know; each board knows the shape of its own game's. */
export type View = { readonly [field: string]: unknown };
/** The printed components: rows of text by name. */
export type Components = { readonly [name: string]: readonly { readonly [column: string]: string }[] };
export type Play = Omit<Shapes["Play"], "view" | "moves" | "news"> & {
  view: View;
  moves: Move[];
  news: News[];
};
export type Position = Omit<Shapes["Position"], "view" | "news"> & { view: View; news: News[] };
export type Table = Shapes["Table"];
export type Tried = Omit<Shapes["Tried"], "first"> & { first: { seat: Seat; move: Move } | null };
export type NewTable = Partial<Shapes["NewTable"]> & { game: string; seats: NewSeat[] };

export type Heard =
  | Play
  | Shapes["TableMessage"]
  | Shapes["ChatMessage"]
  | Reaction
  | Shapes["Done"]
  | Shapes["Refused"]
  | Shapes["Bye"]
  | Shapes["Pong"]
  | Shapes["Probe"]
  | Shapes["SaidMessage"]
  | Shapes["EventMessage"]
  | Shapes["TablesMessage"];
