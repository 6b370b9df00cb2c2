import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { finding, Unusable, type Finding } from './findings';
import { canonicalPath, examinePaths, isExtra } from './paths';

const GB = 1024 ** 3;

/**
 * A bomb is told by what it would fill, not by how well it is packed: a stem that rests for minutes shrinks to a thousandth, and a
 * package with forty such stems to a tenth. The sum of sizes is bounded by twice the largest upload, and by the archive: the two
 * mixes of an honest package hardly shrink, so that 50 times the archive and 1 GB are never reached, while a bomb of a megabyte
 * fills no more than that. The sizes that the directory says are held while a file is inflated.
 */
const MOST_BYTES = 20 * GB;
const MOST_GROWTH = 50;
const ALWAYS_BYTES = GB;
/** The directory of an archive with more entries is not read. */
const MOST_LISTED = 20_000;
const INFLATED_AT_ONCE = 256 * 1024;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x1 | 0x40 | 0x2000;
const LOCAL_HEADER_BYTES = 30;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/** An entry of the directory of an archive; `nameBytes` is the length of the name as it is written, `mode` the one of Unix, or 0. */
export type ArchiveEntry = {
  name: string;
  nameBytes: number;
  method: number;
  flags: number;
  mode: number;
  sizeBytes: number;
  packedBytes: number;
  offset: number;
};

/**
 * Examines the directory of an archive before a byte of it is unpacked. Folders and what an operating system keeps for itself are left out.
 *
 * @returns the entries that make the package, and what speaks against it: with a finding of the level `fail` it is not unpacked
 */
export function examineArchive<E extends ArchiveEntry>(archive: {
  sizeBytes: number;
  entries: readonly E[];
}): { entries: E[]; findings: Finding[] } {
  const all = archive.entries;
  const files = all.filter(({ name }) => !name.endsWith('/'));
  const extras = files.filter(({ name }) => isExtra(name));
  const entries = files.filter(({ name }) => !isExtra(name));
  const findings: Finding[] = [];

  const encryptedFiles = files.filter(({ flags }) => (flags & ENCRYPTED) !== 0);
  if (encryptedFiles[0])
    findings.push(finding('archive-encrypted', { file: encryptedFiles[0].name, others: encryptedFiles.length - 1 }));

  const packedFile = files.find(({ method, flags }) => method !== STORED && method !== DEFLATED && (flags & ENCRYPTED) === 0);
  if (packedFile)
    findings.push(
      finding('archive-unreadable', {
        file: packedFile.name,
        reason: `it is packed by a method (${packedFile.method}) that few programs know`,
      }),
    );

  const special = all.filter(({ mode }) => ![0, REGULAR, FOLDER].includes(mode & FILE_TYPE));
  if (special[0]) {
    const reason = (special[0].mode & FILE_TYPE) === 0o120000 ? 'it is a link to another file' : 'it is no plain file';
    findings.push(finding('archive-unsafe-path', { file: special[0].name, others: special.length - 1, reason }));
  }

  const bomb = bombBy(archive.sizeBytes, files) ?? overlapAmong(files);
  if (bomb) findings.push(finding('archive-bomb', { reason: bomb }));
  // Folders too may climb; the slash at their end is no fault.
  const folders = all.filter(({ name }) => name.endsWith('/') && !isExtra(name)).map(({ name }) => name.slice(0, -1));
  findings.push(
    ...examinePaths(entries.map(({ name }) => name)),
    ...examinePaths(folders).filter(({ code }) => code === 'archive-unsafe-path'),
  );

  if (entries.length === 0 && findings.length === 0)
    findings.push(finding('archive-unreadable', { reason: 'it holds no files' }));
  if (extras[0]) findings.push(finding('extra-files', { file: extras[0].name, others: extras.length - 1 }));
  return { entries, findings: findings.filter(({ code }, i) => findings.findIndex((entry) => entry.code === code) === i) };
}

function bombBy(archiveBytes: number, files: readonly ArchiveEntry[]): string | undefined {
  const sum = files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  const most = Math.min(MOST_BYTES, ALWAYS_BYTES + MOST_GROWTH * archiveBytes);
  if (sum <= most) return undefined;
  return `unpacked it would fill ${(sum / GB).toFixed(1)} GB, and ${(most / GB).toFixed(1)} GB are allowed for an archive of this size`;
}

/** Files that share bytes make a small archive unpack to a huge one. */
function overlapAmong(files: readonly ArchiveEntry[]): string | undefined {
  const inPlace = [...files].sort((a, b) => a.offset - b.offset);
  for (const [i, { name, nameBytes, packedBytes, offset }] of inPlace.entries()) {
    const next = inPlace[i + 1];
    if (next && next.offset < offset + LOCAL_HEADER_BYTES + nameBytes + packedBytes)
      return `“${name}” and “${next.name}” share the same bytes`;
  }
  return undefined;
}

/** A file of an archive. `path` is in canonical form, `open` reads it unpacked, and fails by `Unusable` when it is damaged. */
type ArchivedFile = { path: string; sizeBytes: number; open: () => Promise<Readable> };
type Archive = { files: ArchivedFile[]; findings: Finding[]; close: () => void };

/**
 * Opens a ZIP. Nothing is unpacked before its directory has been examined; with a finding of the level `fail` there are no files.
 *
 * @param path of a file; it stays open until `close`
 */
export async function readArchive(path: string): Promise<Archive> {
  const refuse = (code: 'archive-unreadable' | 'archive-bomb', reason: string, close = () => {}): Archive => ({
    files: [],
    findings: [finding(code, { reason })],
    close,
  });
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => undefined);
  if (!zip) return refuse('archive-unreadable', await otherKind(path));
  const close = () => zip.close();
  if (zip.entryCount > MOST_LISTED)
    return refuse('archive-bomb', `it holds more than ${MOST_LISTED.toLocaleString('en-US')} files`, close);
  const listing: (ArchiveEntry & { entry: Entry })[] = [];
  try {
    for await (const entry of zip.eachEntry()) listing.push({ ...describeEntry(entry), entry });
  } catch (error) {
    if (/encrypt/i.test(String(error)))
      return { files: [], findings: [finding('archive-encrypted', { file: basename(path), others: 0 })], close };
    return refuse('archive-unreadable', 'its list of files is damaged', close);
  }
  const { entries, findings } = examineArchive({ sizeBytes: zip.fileSize, entries: listing });
  if (findings.some(({ level }) => level === 'fail')) return { files: [], findings, close };
  const files = entries.map(({ name, sizeBytes, entry }) => ({
    path: canonicalPath(name),
    sizeBytes,
    open: () => openEntry(zip, entry, canonicalPath(name)),
  }));
  return { files, findings, close };
}

async function otherKind(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.toString('latin1');
    if (start.startsWith('Rar!')) return 'it is a RAR archive, and only ZIP can be opened';
    if (start.startsWith('7z\xbc\xaf')) return 'it is a 7z archive, and only ZIP can be opened';
    return start.startsWith('PK') ? 'its end is missing or damaged, or it is split into parts' : 'it is no ZIP';
  } finally {
    await file.close();
  }
}

function describeEntry(entry: Entry): ArchiveEntry {
  return {
    name: nameOf(entry),
    nameBytes: entry.fileNameLength,
    method: entry.compressionMethod,
    flags: entry.generalPurposeBitFlag,
    mode: entry.externalFileAttributes >>> 16,
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
  };
}

/** Many programs write UTF-8 without saying so. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw);
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  }
}

async function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
    throw damagedFile(path);
  });
  if (entry.compressionMethod === STORED) return Readable.from(checkedBytes(raw, entry, path), { objectMode: false });
  const inflater = createInflateRaw({ chunkSize: INFLATED_AT_ONCE });
  pipeline(raw, inflater, () => {});
  return Readable.from(checkedBytes(inflater, entry, path), { objectMode: false });
}

/** Passes the bytes on as long as they are no more than the directory says, and compares size and CRC-32 at the end. */
async function* checkedBytes(
  stream: Readable,
  { uncompressedSize, crc32: expectedCrc }: Entry,
  path: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > uncompressedSize)
        throw new Unusable(finding('archive-bomb', { reason: `“${path}” is larger than the archive says` }));
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    // What the disk refuses is no fault of the archive.
    throw error instanceof Unusable || (error instanceof Error && 'syscall' in error) ? error : damagedFile(path);
  }
  if (size !== uncompressedSize || crc !== expectedCrc) throw damagedFile(path);
}

const damagedFile = (path: string) =>
  new Unusable(finding('archive-unreadable', { file: path, reason: 'its bytes are damaged' }));
