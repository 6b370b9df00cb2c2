type ZipEntry = { path: string; sizeBytes: number; crc32: number };

/** Where a part of the archive begins, how long it is, and whether it is made here or the bytes of an entry. */
type Piece = { start: number; length: number } & ({ bytes: Buffer } | { entry: number });
export type ZipLayout = { sizeBytes: number; pieces: readonly Piece[] };

/** Bytes that are made here, or a part of the entry with this index; `end` is inclusive. */
type Part = { bytes: Buffer } | { entry: number; start: number; end: number };

const ZIP64 = 0x0001;
/** Whose sizes and offsets do not fit stands in the extra field: here always, so that every archive is laid out alike. */
const ELSEWHERE = 0xffffffff;
const VERSION = 45;
const MADE_ON_UNIX = 0x0300 | VERSION;
const NAMES_IN_UTF8 = 0x0800;
const STORED = 0;
/** An ordinary file that its owner may write. */
const FILE_MODE = 0o100644 * 0x10000;

/**
 * Lays out a ZIP of stored entries (APPNOTE 6.3, zip64) without reading any: its length and each byte's place are known beforehand, so
 * that it can be written while it is sent, from any byte on. `modifiedAt` is the time of all entries, in UTC.
 */
export function zipLayout(entries: readonly ZipEntry[], modifiedAt: Date): ZipLayout {
  const time = dosTime(modifiedAt);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (piece: { bytes: Buffer } | { entry: number }, length: number) => {
    if (length > 0) pieces.push({ ...piece, start: at, length });
    at += length;
  };
  const addBytes = (bytes: Buffer) => add({ bytes }, bytes.length);

  const offsets = entries.map((file, entry) => {
    const offset = at;
    addBytes(localHeader(file, time));
    add({ entry }, file.sizeBytes);
    return offset;
  });
  const directoryAt = at;
  for (const [i, file] of entries.entries()) addBytes(directoryEntry(file, time, offsets[i] ?? 0));
  addBytes(directoryEnd(entries.length, { at: directoryAt, length: at - directoryAt }));
  return { sizeBytes: at, pieces };
}

/** The parts of an archive between two bytes, both inclusive, in their order. */
export function* partsIn({ pieces }: ZipLayout, range: { start: number; end: number }): Generator<Part> {
  for (const piece of pieces) {
    const from = Math.max(range.start, piece.start) - piece.start;
    const to = Math.min(range.end, piece.start + piece.length - 1) - piece.start;
    if (from > to) continue;
    yield 'bytes' in piece ? { bytes: piece.bytes.subarray(from, to + 1) } : { entry: piece.entry, start: from, end: to };
  }
}

/** A number and the bytes that it takes. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

function fieldsIn(fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** What local header and directory say alike of an entry, up to the lengths of its name and extra field. */
const common = ({ path, crc32 }: ZipEntry, { time, date }: DosTime, extra: Buffer): Field[] => [
  [VERSION, 2],
  [NAMES_IN_UTF8, 2],
  [STORED, 2],
  [time, 2],
  [date, 2],
  [crc32, 4],
  [ELSEWHERE, 4],
  [ELSEWHERE, 4],
  [Buffer.byteLength(path), 2],
  [extra.length, 2],
];

const extraOf = (values: readonly number[]) =>
  fieldsIn([[ZIP64, 2], [values.length * 8, 2], ...values.map((value): Field => [value, 8])]);

function localHeader(file: ZipEntry, time: DosTime): Buffer {
  const extra = extraOf([file.sizeBytes, file.sizeBytes]);
  return Buffer.concat([fieldsIn([[0x04034b50, 4], ...common(file, time, extra)]), Buffer.from(file.path), extra]);
}

function directoryEntry(file: ZipEntry, time: DosTime, offset: number): Buffer {
  const extra = extraOf([file.sizeBytes, file.sizeBytes, offset]);
  const header = fieldsIn([
    [0x02014b50, 4],
    [MADE_ON_UNIX, 2],
    ...common(file, time, extra),
    // the lengths of a comment, the disk, and the inner attributes
    [0, 2],
    [0, 2],
    [0, 2],
    [FILE_MODE, 4],
    [ELSEWHERE, 4],
  ]);
  return Buffer.concat([header, Buffer.from(file.path), extra]);
}

/** The three records that end an archive: of zip64, where that one is, and the classic one that points there. */
function directoryEnd(count: number, directory: { at: number; length: number }): Buffer {
  return fieldsIn([
    [0x06064b50, 4],
    // the bytes of this record that follow
    [44, 8],
    [MADE_ON_UNIX, 2],
    [VERSION, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [directory.length, 8],
    [directory.at, 8],

    [0x07064b50, 4],
    [0, 4],
    [directory.at + directory.length, 8],
    [1, 4],

    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [0xffff, 2],
    [0xffff, 2],
    [ELSEWHERE, 4],
    [ELSEWHERE, 4],
    [0, 2],
  ]);
}

type DosTime = { time: number; date: number };

/** A time as MS-DOS wrote it: in steps of two seconds, from 1980 on. */
const dosTime = (at: Date): DosTime => ({
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
});
