type Entry = { slot: number; key: number; id: number };

const isBefore = (one: Entry, other: Entry) => one.key < other.key || (one.key === other.key && one.id > other.id);

/** Keeps the first `most` of the offered tracks, or with `fromEnd` the last ones, ordered by smallest key, then highest id. */
export function createSelection(most: number, fromEnd: boolean) {
  const kept: Entry[] = [];
  const before = fromEnd ? (one: Entry, other: Entry) => isBefore(other, one) : isBefore;
  return {
    offer(slot: number, key: number, id: number) {
      const entry = { slot, key, id };
      const last = kept.at(-1);
      if (last && kept.length === most && !before(entry, last)) return;
      const at = kept.findIndex((other) => before(entry, other));
      kept.splice(at < 0 ? kept.length : at, 0, entry);
      if (kept.length > most) kept.pop();
    },
    slots: () => (fromEnd ? [...kept].reverse() : kept).map(({ slot }) => slot),
  };
}
