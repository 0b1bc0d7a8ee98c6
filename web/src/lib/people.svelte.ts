/** Whom I follow, mute and block. */
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { OtherPerson, Relation } from "./types";

class People {
  all = $state.raw<OtherPerson[]>([]);

  async load(): Promise<OtherPerson[]> {
    return (this.all = settings.person ? await api.people() : []);
  }

  of(kind: Relation): OtherPerson[] {
    return this.all.filter((each) => each.kind === kind);
  }

  is(kind: Relation, person: string): boolean {
    return this.of(kind).some((each) => each.person === person);
  }

  async set(kind: Relation, person: string, on: boolean): Promise<void> {
    await settings.someone();
    await api.relate(person, kind, on);
    await this.load();
  }
}

export const people = new People();
