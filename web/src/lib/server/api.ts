/** The server's HTTP interface, one function a call. */
import { Unanswered } from "./ids";
import { reach } from "./reach.svelte";
import type {
  About,
  Analysis,
  Channel,
  DailyGame,
  DailyStandings,
  DeedShown,
  DiceTicket,
  Duplicate,
  EventPage,
  EventShort,
  GameFacts,
  GameRatings,
  GameSummary,
  Hint,
  History,
  Ladder,
  Line,
  NewChannel,
  NewDuplicate,
  NewEvent,
  NewGuest,
  NewReport,
  NewSeat,
  NewTable,
  Notes,
  Notifications,
  Odds,
  OddsQuestions,
  OtherPerson,
  OwnGames,
  Passkey,
  Person,
  PersonProfile,
  Planned,
  PlayedGame,
  Position,
  Previews,
  PreviewsFound,
  Problem,
  PuzzleCollection,
  PuzzleGames,
  PuzzleVerdict,
  QuietHours,
  Ranked,
  Reaction,
  Rating,
  RatingChange,
  Relation,
  ReportShown,
  Rules,
  Sanction,
  Searching,
  SearchWish,
  ServerSettings,
  Session,
  Table,
  Tried,
  Warned,
} from "./types";

/** A refusal of the server, with its sentence in the reader's language. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem;
  constructor(status: number, problem: Problem) {
    super(problem.text || problem.key);
    this.status = status;
    this.problem = problem;
  }
}

/** The language in which the server is asked to answer. */
let language = "en";
export function setLanguage(lang: string): void {
  language = lang;
}

/** Says of an answer that the service worker had kept it. */
const KEPT = "x-kept";
type Query = Record<string, string | number | string[] | null | undefined>;

function address(path: string, query: Query = {}): string {
  const asked = new URLSearchParams({ lang: language });
  for (const [key, value] of Object.entries(query))
    if (Array.isArray(value)) for (const each of value) asked.append(key, each);
    else if (value !== null && value !== undefined && value !== "") asked.set(key, String(value));
  return `/api${path}?${asked}`;
}

async function answer(response: Response): Promise<unknown> {
  if (response.status === 204) return null; // Though it says that it has JSON.
  const type = response.headers.get("content-type") ?? "";
  const body: unknown = type.includes("json") ? await response.json() : await response.text();
  if (response.ok) return body;
  const error = (body as { error?: Problem }).error;
  throw new Refused(response.status, error ?? { key: "unexpected", text: "", facts: {}, clause: null });
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  query?: Query,
  more: RequestInit = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      ...more,
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    reach.report(false);
    throw new Refused(0, { key: "offline", text: "", facts: {}, clause: null });
  }
  reach.report(!response.headers.has(KEPT));
  return (await answer(response)) as T;
}
const get = <T>(path: string, query?: Query) => call<T>("GET", path, undefined, query);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

const unanswered = new Unanswered();
/** Whether nobody here knows what came of an act: it may have been done. */
export const outcomeUnknown = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 500);

/** What is done at a table or makes one has an id: repeated after a lost answer, it is still done once. */
async function act<T = Table>(path: string, body: object = {}, method = "POST"): Promise<T> {
  const what = `${method} ${path} ${JSON.stringify(body)}`;
  try {
    const done = await call<T>(method, path, { ...body, id: unanswered.begin(what) });
    unanswered.end(what);
    return done;
  } catch (error) {
    if (!outcomeUnknown(error)) unanswered.end(what);
    throw error;
  }
}

export const api = {
  about: () => get<About>("/about"),
  games: () => get<GameSummary[]>("/games"),
  texts: (lang: string) => get<Record<string, string>>(`/texts/${lang}`),
  rules: (game: string, lang: string) => get<Rules>(`/rules/${game}/${lang}`),
  facts: (game: string) => get<GameFacts>(`/games/${game}`),
  puzzleGames: () => get<PuzzleGames>("/puzzles"),
  puzzles: (game: string) => get<PuzzleCollection>(`/puzzles/${game}`),
  dailyGames: () => get<DailyGame[]>("/daily"),
  playDaily: (game: string) => post<Table>(`/daily/${game}`),
  dailyStandings: (game: string, day?: number) => get<DailyStandings>(`/daily/${game}/standings`, { day }),
  answerPuzzle: (game: string, id: string, text: string) =>
    post<PuzzleVerdict>(`/puzzles/${game}/${id}/answer`, { text }),
  me: () => get<{ person: Person | null; warning: Warned | null }>("/me"),
  heed: () => post<unknown>("/me/heeded"),
  people: () => get<OtherPerson[]>("/me/people"),
  relate: (person: string, kind: Relation, on: boolean) =>
    call<unknown>(on ? "PUT" : "DELETE", `/me/people/${person}/${kind}`),
  report: (report: NewReport) => post<unknown>("/reports", report),
  reports: (query: Query = {}) => get<ReportShown[]>("/moderation/reports", query),
  audit: (query: Query = {}) => get<DeedShown[]>("/moderation/audit", query),
  judge: (person: string, sanction: Sanction) => post<unknown>(`/moderation/people/${person}`, sanction),
  enter: (name: string, settings?: Partial<ServerSettings>) => post<NewGuest>("/me", { name, settings }),
  change: (change: { name?: string; settings?: Partial<ServerSettings> }) =>
    call<Person>("PATCH", "/me", change),
  account: (login: string, password: string) => post<Person>("/me/account", { login, password }),
  login: (login: string, password: string) => post<Person>("/login", { login, password }),
  logout: () => post<unknown>("/logout"),
  changePassword: (old: string, fresh: string) => post<unknown>("/me/password", { old, new: fresh }),
  forgotten: (who: string) => post<unknown>("/reset", { who }),
  reset: (token: string, password: string) => post<unknown>(`/reset/${token}`, { password }),
  sessions: () => get<Session[]>("/me/sessions"),
  endSession: (id: string) => call<unknown>("DELETE", `/me/sessions/${id}`),
  passkeys: () => get<Passkey[]>("/me/passkeys"),
  newPasskeyOptions: () => post<Record<string, unknown>>("/me/passkeys/options"),
  addPasskey: (label: string, credential: Record<string, unknown>) =>
    post<Passkey>("/me/passkeys", { label, credential }),
  removePasskey: (id: string) => call<unknown>("DELETE", `/me/passkeys/${id}`),
  passkeyOptions: () => post<Record<string, unknown>>("/passkey/options"),
  enterByPasskey: (credential: Record<string, unknown>) => post<Person>("/passkey", { credential }),
  openid: () => post<{ url: string }>("/openid"),
  forget: () => call<unknown>("DELETE", "/me"),
  profile: (id: string) => get<PersonProfile>(`/people/${id}`),
  playedBy: (id: string) => get<PlayedGame[]>(`/people/${id}/games`),
  ratingsOverTime: (id: string) => get<RatingChange[]>(`/people/${id}/ratings`),
  gameRatings: (id: string) => get<GameRatings>(`/tables/${id}/ratings`),
  ratings: (game: string, ladder: Ladder) => get<Ranked[]>(`/ratings/${game}`, { ladder }),
  ratingsAmong: (game: string, person: string[]) =>
    get<Record<string, Rating>>(`/ratings/${game}/people`, { person }),

  notifications: () => get<Notifications>("/me/notifications"),
  setQuiet: (quiet: QuietHours) => call<QuietHours>("PUT", "/me/notifications/quiet", quiet),
  addChannel: (channel: NewChannel) => post<Channel>("/me/channels", { channel }),
  changeChannel: (id: string, change: Partial<Pick<Channel, "events" | "digest">>) =>
    call<Channel>("PATCH", `/me/channels/${id}`, change),
  removeChannel: (id: string) => call<unknown>("DELETE", `/me/channels/${id}`),
  testChannel: (id: string) => post<unknown>(`/me/channels/${id}/test`),
  mute: (table: string, on: boolean) => post<unknown>(`/tables/${table}/mute`, { on }),
  confirm: (token: string) => post<unknown>(`/confirm/${token}`),
  unsubscribe: (token: string) => post<unknown>(`/unsubscribe/${token}`),

  tables: (query: Query = {}) => get<Table[]>("/tables", query),
  mine: (query: Query = {}) => get<Table[]>("/me/tables", query),
  archive: (query: Query = {}) => get<Table[]>("/archive", query),
  search: () => get<Searching>("/search"),
  seek: (wish: SearchWish) => call<Searching>("PUT", "/me/search", wish),
  endSearch: () => call<unknown>("DELETE", "/me/search"),
  make: (table: NewTable) => act("/tables", table),
  makeDuplicate: (wanted: NewDuplicate) => act<Duplicate>("/duplicates", wanted),
  duplicate: (id: string) => get<Duplicate>(`/duplicates/${id}`),
  endDuplicate: (id: string, table: string) => act<Duplicate>(`/duplicates/${id}/tables/${table}/end`),
  events: () => get<EventShort[]>("/events"),
  event: (id: string) => get<EventPage>(`/events/${id}`),
  makeEvent: (wanted: NewEvent) => act<EventPage>("/events", wanted),
  enterEvent: (id: string) => post<EventPage>(`/events/${id}/enter`),
  dropOut: (id: string) => post<EventPage>(`/events/${id}/drop-out`),
  startRound: (id: string, round: number) => post<EventPage>(`/events/${id}/start`, { round }),
  closeEvent: (id: string) => post<EventPage>(`/events/${id}/close`),
  removeFrom: (id: string, person: string) => call<EventPage>("DELETE", `/events/${id}/people/${person}`),
  table: (id: string) => get<Table>(`/tables/${id}`),
  join: (id: string, seat?: number, key?: string, salt?: string) =>
    act(`/tables/${id}/join`, { seat, key, salt }),
  leave: (id: string) => act(`/tables/${id}/leave`),
  comeBack: (id: string) => act(`/tables/${id}/return`),
  seat: (id: string, seat: number, what: NewSeat) => act(`/tables/${id}/seats/${seat}`, what, "PUT"),
  start: (id: string, fill: string, salt: string) => act(`/tables/${id}/start`, { fill, salt }),
  invite: (id: string, person: string) => act(`/tables/${id}/invite`, { person }),
  addSalt: (id: string, salt: string) => act(`/tables/${id}/salt`, { salt }),
  promiseDice: () => post<DiceTicket>("/dice"),
  rematch: (id: string, dice?: { ticket: string; salt: string }) => act(`/tables/${id}/rematch`, { dice }),
  chat: (id: string, text: string) => act<Line>(`/tables/${id}/chat`, { text }),
  react: (id: string, reaction: Reaction["reaction"]) =>
    post<undefined>(`/tables/${id}/reactions`, { reaction }),
  notes: (id: string) => get<Notes>(`/tables/${id}/notes`),
  /** It goes on after the page has been left. */
  keepNotes: (id: string, text: string) =>
    call<Notes>("PUT", `/tables/${id}/notes`, { text }, {}, { keepalive: true }),
  plan: (id: string) => get<Planned>(`/tables/${id}/plan`),
  layPlan: (id: string, answers: string[]) => call<Planned>("PUT", `/tables/${id}/plan`, { answers }),
  withdrawPlan: (id: string) => call<unknown>("DELETE", `/tables/${id}/plan`),
  close: (id: string) => act(`/tables/${id}/close`),
  playOn: (id: string, ply: number, seats: NewSeat[], dice: { ticket: string; salt: string }) =>
    act(`/tables/${id}/play-on`, { ply, seats, dice }),
  share: (id: string, on: boolean) => act(`/tables/${id}/shared`, { on }, "PUT"),
  tried: (id: string) => get<Tried[]>(`/tables/${id}/play-on`),
  whatIf: (id: string, ply: number, names: string[]) => act(`/tables/${id}/what-if`, { ply, names }),
  history: (id: string, seat?: number | null) => get<History>(`/tables/${id}/history`, { seat }),
  position: (id: string, ply: number, seat?: number | null) =>
    get<Position>(`/tables/${id}/history/${ply}`, { seat }),
  hints: (id: string, seat?: number | null) => get<Hint[]>(`/tables/${id}/hints`, { seat }),
  odds: (id: string, about: string, seat?: number | null) => get<Odds>(`/tables/${id}/odds`, { about, seat }),
  oddsQuestions: (id: string, seat?: number | null) =>
    get<OddsQuestions>(`/tables/${id}/odds/questions`, { seat }),
  previews: (id: string, text: string[], seat?: number | null) =>
    get<Previews>(`/tables/${id}/previews`, { text, seat }),
  puzzlePreviews: (game: string, id: string, text: string[]) =>
    get<PreviewsFound>(`/puzzles/${game}/${id}/previews`, { text }),
  analysis: (id: string) => get<Analysis>(`/tables/${id}/analysis`),
  ownGames: () => get<OwnGames>("/me/analyses"),
  record: (id: string) => get<string>(`/tables/${id}/record`),
  upload: (text: string) => act("/records", { text }),
  verify: (id: string) =>
    post<{ ok: boolean; checked: number; wrong: number[]; commitment: string }>(`/tables/${id}/verify`),
};

/** One click to a game: me and so many bots. */
export function quickTable(game: string, players: number, level: string): NewTable {
  const bots: NewSeat[] = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
  return { game, seats: [{ kind: "me" }, ...bots], visibility: "link", pace: { kind: "none" } };
}
