/** What a reader has chosen: kept on this machine at once, and with the person on the server. */
import { api, setLanguage } from "$lib/server/api";
import { LANGS, type Lang } from "./i18n/placeholders";
import { reach } from "$lib/server/reach.svelte";
import { lasting } from "$lib/browser/storage";
import type { DiceTicket, NewGuest, Person, Warned } from "$lib/server/types";
import { Texts, type Catalogue } from "./i18n/texts";

/** How fast things move, and how long each is shown. */
export const SPEEDS = ["slow", "normal", "fast", "none"] as const;
export type Speed = (typeof SPEEDS)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const PACES: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, none: 0 };

interface Kept {
  lang: Lang;
  theme: Theme;
  sounds: boolean;
  /** Whether others' reactions are shown. */
  reactions: boolean;
  speed: Speed;
  aids: boolean;
  confirm: boolean;
  automatic: boolean;
  hints: boolean;
  /** Whether the browser shows notices, and whether that was asked. */
  notices: boolean;
  asked: boolean;
  name: string;
  quick: { game: string; players: number; level: string };
}

/** What a player switches on and off. */
export type Switch = "sounds" | "reactions" | "aids" | "confirm" | "automatic" | "hints";

const KEY = "cradle.settings";
type Loaders = Record<Lang, () => Promise<{ default: Catalogue }>>;
const EVERY_PAGE: Loaders = {
  en: () => import("virtual:texts/en"),
  de: () => import("virtual:texts/de"),
  fr: () => import("virtual:texts/fr"),
  cs: () => import("virtual:texts/cs"),
};
const GAMES: Loaders = {
  en: () => import("virtual:texts/en/games"),
  de: () => import("virtual:texts/de/games"),
  fr: () => import("virtual:texts/fr/games"),
  cs: () => import("virtual:texts/cs/games"),
};

function guess(): Lang {
  const wish = navigator.languages.map((tag) => tag.slice(0, 2) as Lang);
  return wish.find((lang) => LANGS.includes(lang)) ?? "en";
}

function kept(): Kept {
  const fresh: Kept = {
    lang: guess(),
    theme: "system",
    sounds: true,
    reactions: true,
    speed: "normal",
    aids: false,
    confirm: false,
    automatic: true,
    hints: true,
    notices: true,
    asked: false,
    name: "",
    quick: { game: "", players: 3, level: "casual" },
  };
  const stored = lasting.read<Partial<Kept> & { animation?: boolean }>(KEY, {});
  if (stored.animation === false) fresh.speed = "none"; // As it was kept before there were speeds.
  return { ...fresh, ...stored };
}

class Settings {
  now = $state<Kept>(kept());
  texts = $state.raw<Texts>(new Texts("en", {}));
  person = $state.raw<Person | null>(null);
  /** What moderators have told me, and I haven't read. */
  warning = $state.raw<Warned | null>(null);
  ready = $state(false);
  /** Whether the texts of games are wanted, too; what the server adds to them, by language. */
  private withGames = false;
  private gameTexts: Promise<void> | null = null;
  private readonly added = new Map<Lang, Catalogue>();
  private refreshes = 0;
  private entering: Promise<Person> | null = null;
  private guest: NewGuest | null = null;
  /** A reader who wants less motion gets none, whatever the switch says. */
  still = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);

  get moving(): boolean {
    return this.pace > 0;
  }

  /** By how much all times of motion are stretched; nothing moves at 0. */
  get pace(): number {
    return this.still ? 0 : PACES[this.now.speed];
  }

  async begin(): Promise<void> {
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener(
      "change",
      (e) => (this.still = e.matches),
    );
    this.show();
    await Promise.all([this.refreshPerson(), this.load(this.now.lang)]);
    this.ready = true;
    if (reach.lost) void reach.whenBack().then(() => (this.person ? undefined : this.refreshPerson()));
  }

  async load(lang: Lang): Promise<void> {
    const loaders = this.withGames ? [EVERY_PAGE, GAMES] : [EVERY_PAGE];
    const found = await Promise.all(loaders.map((each) => each[lang]()));
    if (lang !== this.now.lang) return; // Another was chosen meanwhile.
    const texts = found.map((each) => each.default);
    this.texts = new Texts(lang, Object.assign({}, ...texts, this.added.get(lang)) as Catalogue);
    document.documentElement.lang = lang;
    setLanguage(lang);
  }

  /** The texts of games as well, from now on in every language: whoever shows a game waits for them. */
  loadGameTexts(): Promise<void> {
    this.withGames = true;
    this.gameTexts ??= this.load(this.now.lang).catch((error: unknown) => {
      this.gameTexts = null;
      throw error;
    });
    return this.gameTexts;
  }

  /** Texts that weren't there when the client was built. */
  addTexts(lang: Lang, texts: Catalogue): Promise<void> {
    this.added.set(lang, texts);
    return this.load(this.now.lang);
  }

  /** Read in another language; where its texts don't come, in the one before. */
  async changeLanguage(lang: Lang): Promise<void> {
    const before = this.texts.lang;
    this.set({ lang });
    try {
      await this.load(lang);
    } catch (error) {
      if (this.now.lang === lang) this.set({ lang: before });
      throw error;
    }
  }

  /** Change something: shown at once, kept here, and told to the server where it keeps it too. */
  set(change: Partial<Kept>): void {
    const before = JSON.stringify(this.onServer());
    Object.assign(this.now, change);
    lasting.write(KEY, this.now);
    this.show();
    const told = JSON.stringify(this.onServer()) !== before;
    if (this.person && told) void this.tellServer().catch(() => undefined);
  }

  /** Be somebody, at least a guest with a name: one, however often it is asked meanwhile. */
  async ensurePerson(name?: string): Promise<Person> {
    if (this.person) return this.person;
    this.entering ??= this.enter(name).finally(() => (this.entering = null));
    return this.entering;
  }

  private async enter(name?: string): Promise<Person> {
    const number = 100 + Math.floor(Math.random() * 900);
    const wish = name || this.now.name || this.texts.say("web.home.guest", { number });
    this.guest = await api.enter(wish, this.onServer());
    this.person = this.guest;
    this.set({ name: wish });
    return this.person;
  }

  /** The dice that a new guest was promised for a first table, once. */
  takeDice(): DiceTicket | null {
    const dice = this.guest?.id === this.person?.id ? this.guest?.dice : null;
    this.guest = null;
    return dice ?? null;
  }

  /** The session this page came by has ended: be whoever the browser is now. */
  async refreshPerson(): Promise<void> {
    const asked = ++this.refreshes;
    const found = await api.me().catch(() => null);
    if (!found || asked !== this.refreshes) return; // Who asks last knows best.
    this.person = found.person;
    this.warning = found.warning;
  }

  async rename(name: string): Promise<void> {
    if (!this.person) return void (await this.ensurePerson(name));
    this.person = await api.change({ name });
    this.set({ name });
  }

  private async tellServer(): Promise<void> {
    const told = await api.change({ settings: this.onServer() });
    if (this.person?.id === told.id) this.person = told; // Unless they have signed out meanwhile.
  }

  private onServer() {
    const { lang, theme, sounds, speed, aids, confirm, automatic } = this.now;
    const animation = speed !== "none";
    return { language: lang, theme, sounds, animation, colour_aids: aids, confirm, automatic };
  }

  private show(): void {
    const root = document.documentElement;
    if (this.now.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.now.theme;
    root.dataset["aids"] = String(this.now.aids);
    root.dataset["motion"] = this.moving ? "full" : "none";
    root.dataset["speed"] = this.now.speed;
  }
}

export const settings = new Settings();
/** A text of the interface in the reader's language. */
export function t(key: string, facts: Record<string, string | number> = {}): string {
  return settings.texts.say(`web.${key}`, facts);
}
