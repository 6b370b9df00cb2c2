import type { FileHandle } from 'node:fs/promises';

/** Bytes of a file: the first one, and the one behind the last. */
type Range = { from: number; to: number };

/** RIFF, its size and WAVE. */
const FILE_HEAD = 12;
/** The name and the size of a chunk. */
const CHUNK_HEAD = 8;
/** The longest known format has 50 bytes. */
const MOST_FORMAT = 1024;

/**
 * The parts of a WAVE file that a decoder needs: head, format, and everything from the samples on. The decoder keeps the chunks
 * between them in memory and misreads the one after a chunk of odd length.
 * @returns nothing when the samples cannot be found
 */
export async function soundRangesOfWav(file: FileHandle, size: number): Promise<Range[]> {
  let format: Range | undefined;
  for (let from = FILE_HEAD; from + CHUNK_HEAD <= size;) {
    const { buffer: head } = await file.read(Buffer.alloc(CHUNK_HEAD), 0, CHUNK_HEAD, from);
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    if (name === 'data') return format ? [{ from: 0, to: FILE_HEAD }, format, { from, to: size }] : [];
    if (name === 'fmt ' && bytes <= MOST_FORMAT) format = { from, to: from + CHUNK_HEAD + bytes };
    // A chunk of odd length is followed by an empty byte.
    from += CHUNK_HEAD + bytes + (bytes % 2);
  }
  return [];
}
