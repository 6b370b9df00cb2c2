import { createHash } from 'node:crypto';

/** How many hashes a full tile has (height 8). */
export const TILE = 256;

/** Leaves from `begin` up to, and without, `end`. `begin` is a multiple of the largest power of two that fits into them. */
type Range = { begin: number; end: number };

/** Neighbouring hashes of one level of tiles: level 0 has the leaves', each higher one the roots of 256 of the level below. */
type Stretch = { level: number; first: number; count: number };

/** Reads the hashes of each stretch, in order. */
export type ReadHashes = (stretches: readonly Stretch[]) => Promise<Buffer[][]>;

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256')).digest();

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const EMPTY_ROOT = sha256('');
/** The hash of an entry (RFC 6962, 2.1). */
export const leafHash = (leaf: string): Buffer => sha256(LEAF, leaf);
/** The hash over two subtrees (RFC 6962, 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** The largest power of two below a number above 1: that many leaves are on the left of a tree (RFC 6962, 2.1). */
function leftOf(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/**
 * Whose roots prove that a leaf is in the tree of a size: the leaf's neighbour first, then upwards (RFC 6962, 2.1.1).
 * @param index of the leaf, below `size`
 */
export function inclusionRanges(index: number, size: number, begin = 0): Range[] {
  if (size === 1) return [];
  const left = leftOf(size);
  return index < left
    ? [...inclusionRanges(index, left, begin), { begin: begin + left, end: begin + size }]
    : [...inclusionRanges(index - left, size - left, begin + left), { begin, end: begin + left }];
}

/**
 * Whose roots prove that the tree of a size continues an older one (RFC 6962, 2.1.2).
 * @param older the older size, above 0 and at most `size`
 */
export function consistencyRanges(older: number, size: number, begin = 0, isWhole = true): Range[] {
  if (older === size) return isWhole ? [] : [{ begin, end: begin + size }];
  const left = leftOf(size);
  return older <= left
    ? [...consistencyRanges(older, left, begin, isWhole), { begin: begin + left, end: begin + size }]
    : [...consistencyRanges(older - left, size - left, begin + left, false), { begin, end: begin + left }];
}

/** The hashes of tiles from which the root of a range follows: a stretch for each complete subtree, from left to right. */
function stretchesOf({ begin, end }: Range): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = begin; at < end;) {
    let [span, height] = [1, 0];
    while (span * 2 <= end - at) [span, height] = [span * 2, height + 1];
    const level = Math.floor(height / 8);
    stretches.push({ level, first: at / TILE ** level, count: 2 ** (height % 8) });
    at += span;
  }
  return stretches;
}

/** The root of 1, 2, 4, … neighbouring hashes. */
function rootOfComplete(hashes: readonly Buffer[]): Buffer {
  const [first = EMPTY_ROOT] = hashes;
  if (hashes.length < 2) return first;
  const half = hashes.length / 2;
  return nodeHash(rootOfComplete(hashes.slice(0, half)), rootOfComplete(hashes.slice(half)));
}

/** The root over complete subtrees that become smaller from left to right. */
const join = (roots: readonly Buffer[]): Buffer =>
  roots.length === 0 ? EMPTY_ROOT : roots.reduceRight((right, left) => nodeHash(left, right));

/** The root of each range, read at once. */
export async function rootsOfRanges(ranges: readonly Range[], read: ReadHashes): Promise<Buffer[]> {
  const groups = ranges.map(stretchesOf);
  const hashes = await read(groups.flat());
  let at = 0;
  return groups.map(({ length }) => join(hashes.slice(at, (at += length)).map(rootOfComplete)));
}

/** The root of the tree of a size. */
export const rootAt = async (size: number, read: ReadHashes): Promise<Buffer> =>
  join(await rootsOfRanges([{ begin: 0, end: size }], read));

/** The hashes of a tree's unfinished tiles, for each level from 0 on. */
export const edgeOf = (size: number): Stretch[] => {
  const stretches: Stretch[] = [];
  for (let count = size; count > 0; count = Math.floor(count / TILE))
    stretches.push({ level: stretches.length, first: count - (count % TILE), count: count % TILE });
  return stretches;
};

export type StoredHash = { level: number; index: number; hash: Buffer };

/**
 * Appends leaves to a tree.
 * @param edge the hashes of `edgeOf(size)`
 * @returns the hashes that the tiles get, and the root of the larger tree
 */
export function grow(edge: readonly Buffer[][], size: number, leaves: readonly string[]): { hashes: StoredHash[]; root: Buffer } {
  const tiles = edge.map((hashes) => [...hashes]);
  const hashes: StoredHash[] = [];
  const add = (level: number, index: number, hash: Buffer) => {
    hashes.push({ level, index, hash });
    const tile = (tiles[level] ??= []);
    tile.push(hash);
    if (tile.length < TILE) return;
    tiles[level] = [];
    add(level + 1, (index + 1) / TILE - 1, rootOfComplete(tile));
  };
  leaves.forEach((leaf, at) => add(0, size + at, leafHash(leaf)));
  const roots = tiles.toReversed().flatMap(completeSubtrees);
  return { hashes, root: join(roots) };
}

/** The roots of the complete subtrees over the hashes of an unfinished tile, the largest first. */
function completeSubtrees(hashes: readonly Buffer[]): Buffer[] {
  if (hashes.length === 0) return [];
  const count = hashes.length === 1 ? 1 : leftOf(hashes.length + 1);
  return [rootOfComplete(hashes.slice(0, count)), ...completeSubtrees(hashes.slice(count))];
}
