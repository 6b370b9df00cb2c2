import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** Merkle trees after RFC 6962. Sizes and indexes may exceed 32 bits, so no bit operators are used on them. */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const EMPTY_ROOT = sha256(new Uint8Array());
export const leafHash = (leaf: Uint8Array) => sha256(concatBytes(LEAF, leaf));
export const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(concatBytes(NODE, left, right));
export const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The hash of a full subtree: that of the 2^level leaves from `index` · 2^level on. */
export type ReadHash = (level: number, index: number) => Promise<Uint8Array>;

/** The root of the leaves from `start` to before `end`. */
async function rootOf(read: ReadHash, start: number, end: number): Promise<Uint8Array> {
  const size = end - start;
  if (size === 0) return EMPTY_ROOT;
  const level = Math.log2(size);
  if (Number.isInteger(level) && start % size === 0) return read(level, start / size);
  const middle = start + splitOf(size);
  return nodeHash(await rootOf(read, start, middle), await rootOf(read, middle, end));
}

/** The hashes from the neighbour of a leaf up to the root of the first `size` leaves. */
export async function inclusionPath(read: ReadHash, index: number, size: number): Promise<Uint8Array[]> {
  const below = async (start: number, end: number): Promise<Uint8Array[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await below(start, middle)), await rootOf(read, middle, end)]
      : [...(await below(middle, end)), await rootOf(read, start, middle)];
  };
  return below(0, size);
}

/** The hashes that show that the first `size` leaves begin with the first `oldSize` ones. */
export async function consistencyPath(read: ReadHash, oldSize: number, size: number): Promise<Uint8Array[]> {
  const below = async (old: number, start: number, end: number, isWhole: boolean): Promise<Uint8Array[]> => {
    if (old === end - start) return isWhole ? [] : [await rootOf(read, start, end)];
    const split = splitOf(end - start);
    const middle = start + split;
    return old <= split
      ? [...(await below(old, start, middle, isWhole)), await rootOf(read, middle, end)]
      : [...(await below(old - split, middle, end, false)), await rootOf(read, start, middle)];
  };
  return oldSize === 0 ? [] : below(oldSize, 0, size, true);
}

/** Whether `path` leads from the leaf at `index` to the root of a tree of `size` leaves (RFC 9162, 2.1.3.2). */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!(index >= 0 && index < size)) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

type Tree = { size: number; root: Uint8Array };

/** Whether `path` shows that the later tree begins with all leaves of the earlier one (RFC 9162, 2.1.4.2). */
export function isConsistent(earlier: Tree, later: Tree, path: readonly Uint8Array[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && sameBytes(earlier.root, later.root);
  if (earlier.size === 0) return path.length === 0 && sameBytes(earlier.root, EMPTY_ROOT);
  const hashes = Number.isInteger(Math.log2(earlier.size)) ? [earlier.root, ...path] : [...path];
  let [node, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  const first = hashes.shift();
  if (!first) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const hash of hashes) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      oldRoot = nodeHash(hash, oldRoot);
      newRoot = nodeHash(hash, newRoot);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else newRoot = nodeHash(newRoot, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(oldRoot, earlier.root) && sameBytes(newRoot, later.root);
}
