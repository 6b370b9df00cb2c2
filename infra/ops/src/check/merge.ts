import type { Fact } from '@shop/runtime';

type RowsOfKey<Name extends string = string> = { key: Fact['key']; rows: Partial<Record<Name, Fact>> };

/**
 * Reads several lists side by side, each sorted by key: yields each key with the rows that have it. Holds one row of each list in
 * memory.
 */
export async function* merge<Name extends string>(lists: Record<Name, AsyncIterable<Fact>>): AsyncGenerator<RowsOfKey<Name>> {
  const readers = (Object.entries(lists) as [Name, AsyncIterable<Fact>][]).map(([name, list]) => ({
    name,
    reader: list[Symbol.asyncIterator](),
    row: null as Fact | null,
  }));
  const advance = async (entry: (typeof readers)[number]) => {
    const next = await entry.reader.next();
    entry.row = next.done ? null : next.value;
  };
  try {
    await Promise.all(readers.map(advance));
    for (;;) {
      const keys = readers.flatMap(({ row }) => row?.key ?? []);
      if (keys.length === 0) return;
      const key = keys.reduce((least, candidate) => (candidate < least ? candidate : least));
      const here = readers.filter(({ row }) => row?.key === key);
      yield { key, rows: Object.fromEntries(here.map(({ name, row }) => [name, row])) as RowsOfKey<Name>['rows'] };
      await Promise.all(here.map(advance));
    }
  } finally {
    await Promise.allSettled(readers.map(async ({ reader }) => reader.return?.()));
  }
}
