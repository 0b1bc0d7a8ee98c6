/** Moves or news of some kinds, with the fields of these kinds. */
type Kind = { kind: string };

export function ofKind<All extends Kind, Wanted extends All["kind"]>(
  all: readonly All[],
  ...kinds: Wanted[]
): Extract<All, { kind: Wanted }>[] {
  const wanted = new Set<string>(kinds);
  return all.filter((each): each is Extract<All, { kind: Wanted }> => wanted.has(each.kind));
}

/** Which seat news are of, if they are of one. */
export const seatOf = ({ seat }: Kind & { seat?: unknown }): number | null =>
  typeof seat === "number" ? seat : null;

/** What a seat did, or got. */
export const bySeat = <All extends Kind>(
  all: readonly All[],
  seat: number,
): Extract<All, { seat: number }>[] =>
  all.filter((each): each is Extract<All, { seat: number }> => seatOf(each) === seat);
