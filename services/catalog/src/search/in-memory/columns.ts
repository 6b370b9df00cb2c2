const KINDS = {
  id: Int32Array,
  cents: Int32Array,
  /** Tenths of a beat per minute; 0 without tempo. */
  tempo: Int32Array,
  plays: Int32Array,
  hot: Uint8Array,
  /** 0 unknown, 1 major, 2 minor. */
  mode: Uint8Array,
  /** One bit for each of TRACK_EXTRAS. */
  extras: Uint8Array,
  genre: Uint16Array,
  key: Uint16Array,
  type: Uint16Array,
  store: Int32Array,
} as const;

export type Columns = { -readonly [Name in keyof typeof KINDS]: InstanceType<(typeof KINDS)[Name]> };

/** Empty columns with one number for each track; or larger copies of `from`. */
export const columnsFor = (tracks: number, from?: Columns): Columns =>
  Object.fromEntries(
    Object.entries(KINDS).map(([name, Kind]) => {
      const column = new Kind(tracks);
      if (from) column.set(from[name as keyof Columns]);
      return [name, column];
    }),
  ) as Columns;
