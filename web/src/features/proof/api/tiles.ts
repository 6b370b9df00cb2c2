import { nodeHash, type ReadHash } from './merkle';

/** Tiles of the sales log, as the C2SP document tlog-tiles describes them: 256 hashes of 32 bytes each. */

const WIDTH = 256;
const HEIGHT = 8;
const HASH_BYTES = 32;

/** Reads a file of the log, by its address below `/log/`. */
export type ReadFile = (address: string) => Promise<Uint8Array>;

/** What the log itself says is wrong; `message` is a sentence for people. Anything else that is thrown is a failure of the network. */
export class Refuted extends Error {}

/** An index in groups of three digits, all but the last after an `x`: `x001/x300/007`. */
function inGroups(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** The address of a tile, or of a bundle of entries, in a log of `size` leaves. */
export function tileAddress(level: number | 'entries', index: number, size: number): string {
  const entries = Math.floor(size / WIDTH ** (level === 'entries' ? 0 : level));
  const width = Math.min(WIDTH, entries - index * WIDTH);
  return `tile/${level}/${inGroups(index)}${width < WIDTH ? `.p/${width}` : ''}`;
}

/** The root of `count` hashes of a tile, a power of two, from `start` on. */
const rootIn = (tile: Uint8Array, start: number, count: number): Uint8Array =>
  count === 1
    ? tile.slice(start * HASH_BYTES, (start + 1) * HASH_BYTES)
    : nodeHash(rootIn(tile, start, count / 2), rootIn(tile, start + count / 2, count / 2));

/** Reads hashes of full subtrees from the tiles of a log of `size` leaves; each tile is read once. */
export function hashReader(readFile: ReadFile, size: number): ReadHash {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / HEIGHT);
    const count = 2 ** (level % HEIGHT);
    const first = index * count;
    const address = tileAddress(tileLevel, Math.floor(first / WIDTH), size);
    const reading = tiles.get(address) ?? readFile(address);
    tiles.set(address, reading);
    const tile = await reading;
    const start = first % WIDTH;
    if (tile.length < (start + count) * HASH_BYTES) throw new Refuted('A part of the log is shorter than its head says.');
    return rootIn(tile, start, count);
  };
}

/** The bundle that holds the entry at `index`, and the place of the entry in it. */
const bundleOf = (index: number) => ({ bundle: Math.floor(index / WIDTH), place: index % WIDTH });

/** The leaves of a bundle of entries: each after its length in two bytes. */
export function decodeLeaves(bundle: Uint8Array): Uint8Array[] {
  const leaves: Uint8Array[] = [];
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.length);
  let at = 0;
  while (at < bundle.length) {
    const start = at + 2;
    const end = start > bundle.length ? Infinity : start + view.getUint16(at);
    if (end > bundle.length) throw new Refuted('A part of the log breaks off within an entry.');
    leaves.push(bundle.slice(start, end));
    at = end;
  }
  return leaves;
}

/** The leaf at `index` in a log of `size` leaves. */
export async function readLeaf(readFile: ReadFile, index: number, size: number): Promise<Uint8Array> {
  const { bundle, place } = bundleOf(index);
  const leaf = decodeLeaves(await readFile(tileAddress('entries', bundle, size)))[place];
  if (!leaf) throw new Refuted(`The log has no entry ${index}, though its head counts it.`);
  return leaf;
}
