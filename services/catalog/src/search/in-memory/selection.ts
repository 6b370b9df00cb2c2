type Entry = { slot: number; key: number; id: number };

const isBefore = (a: Entry, b: Entry) => a.key < b.key || (a.key === b.key && a.id > b.id);

/** Keeps the first `most` of the offered tracks, or with `fromEnd` the last ones, ordered by smallest key, then highest id. */
export function createSelection(most: number, fromEnd: boolean) {
  const entries: Entry[] = [];
  const before = fromEnd ? (a: Entry, b: Entry) => isBefore(b, a) : isBefore;
  return {
    offer(slot: number, key: number, id: number) {
      const entry = { slot, key, id };
      const last = entries.at(-1);
      if (last && entries.length === most && !before(entry, last)) return;
      const at = entries.findIndex((candidate) => before(entry, candidate));
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      if (entries.length > most) entries.pop();
    },
    slots: () => (fromEnd ? [...entries].reverse() : entries).map(({ slot }) => slot),
  };
}
