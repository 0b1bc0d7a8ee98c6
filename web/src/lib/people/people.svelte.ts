/** Whom I follow, mute and block. */
import { api } from "$lib/server/api";
import { settings } from "$lib/settings.svelte";
import type { OtherPerson, Relation } from "$lib/server/types";

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
    await settings.ensurePerson();
    await api.relate(person, kind, on);
    await this.load().catch(() => undefined); // It is done, though the list is as it was.
  }
}

export const people = new People();
