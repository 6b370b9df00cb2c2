import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { rootOfLeaves } from '#testing/a-sales-log.ts';
import { consistencyPath, EMPTY_ROOT, inclusionPath, isConsistent, isIncluded, leafHash, type ReadHash } from './merkle';

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => utf8ToBytes(`leaf ${at}`));
const readerOf =
  (leaves: readonly Uint8Array[]): ReadHash =>
  (level, index) =>
    Promise.resolve(rootOfLeaves(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));

/** The leaves of the examples that implementations of RFC 6962 share, and the roots of the first one, two and so on. */
const EXAMPLE = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  hexToBytes,
);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the examples of RFC 6962 have their roots', () => {
  expect(bytesToHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(ROOTS.map((_, at) => bytesToHex(rootOfLeaves(EXAMPLE.slice(0, at + 1))))).toEqual(ROOTS);
});

test('each leaf of each size to 100 is proved, at no other place, in no other tree and by no other path', async () => {
  for (let size = 1; size <= 100; size += 1) {
    const leaves = leavesOf(size);
    const root = rootOfLeaves(leaves);
    for (let index = 0; index < size; index += size < 20 ? 1 : 7) {
      const path = await inclusionPath(readerOf(leaves), index, size);
      const hash = leafHash(leaves[index]!);
      expect(isIncluded(hash, index, size, path, root)).toBe(true);
      expect(isIncluded(leafHash(utf8ToBytes('forged')), index, size, path, root)).toBe(false);
      if (size > 1) expect(isIncluded(hash, (index + 1) % size, size, path, root)).toBe(false);
      expect(isIncluded(hash, index, size, [...path, root], root)).toBe(false);
      if (path.length > 0) expect(isIncluded(hash, index, size, path.slice(1), root)).toBe(false);
      for (const at of path.keys())
        expect(
          isIncluded(
            hash,
            index,
            size,
            path.with(
              at,
              path[at]!.map((byte, i) => (i === 5 ? byte ^ 1 : byte)),
            ),
            root,
          ),
        ).toBe(false);
    }
  }
});

test('each size to 100 continues each earlier one, and no tree whose past is another', async () => {
  for (let size = 0; size <= 100; size += 1) {
    const leaves = leavesOf(size);
    const tree = { size, root: rootOfLeaves(leaves) };
    for (let old = 0; old <= size; old += size < 20 ? 1 : 3) {
      const path = await consistencyPath(readerOf(leaves), old, size);
      const earlier = { size: old, root: rootOfLeaves(leaves.slice(0, old)) };
      expect(isConsistent(earlier, tree, path)).toBe(true);
      expect(isConsistent({ ...earlier, root: leafHash(utf8ToBytes('forged')) }, tree, path)).toBe(false);
      if (old < size && old > 0) {
        expect(isConsistent(tree, earlier, path)).toBe(false);
        expect(isConsistent(earlier, { size, root: rootOfLeaves(leaves.with(0, utf8ToBytes('forged'))) }, path)).toBe(false);
        expect(isConsistent(earlier, tree, path.slice(1))).toBe(false);
        expect(isConsistent(earlier, tree, [...path, tree.root])).toBe(false);
      }
    }
  }
});

test('a leaf outside of the tree is in none', async () => {
  const leaves = leavesOf(5);
  const path = await inclusionPath(readerOf(leaves), 4, 5);
  for (const index of [-1, 5, 1e9, NaN])
    expect(isIncluded(leafHash(leaves[4]!), index, 5, path, rootOfLeaves(leaves))).toBe(false);
});
