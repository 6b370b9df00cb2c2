import fc from 'fast-check';
import {
  consistencyRanges,
  edgeOf,
  EMPTY_ROOT,
  grow,
  inclusionRanges,
  leafHash,
  nodeHash,
  rootAt,
  rootsOfRanges,
  TILE,
  type ReadHashes,
} from './merkle';

/** Tiles in memory, to which leaves are appended as the database gets them. */
function openTree() {
  const levels: Buffer[][] = [];
  let size = 0;
  const read: ReadHashes = (stretches) =>
    Promise.resolve(
      stretches.map(({ level, first, count }) => {
        const hashes = levels[level]?.slice(first, first + count) ?? [];
        if (hashes.length !== count) throw new Error('no such hashes');
        return hashes;
      }),
    );
  const append = async (...leaves: string[]) => {
    const { hashes, root } = grow(await read(edgeOf(size)), size, leaves);
    for (const { level, index, hash } of hashes) (levels[level] ??= [])[index] = hash;
    size += leaves.length;
    return root;
  };
  const prove = async (index: number, of: number) => rootsOfRanges(inclusionRanges(index, of), read);
  const proveGrowth = async (older: number, of: number) => rootsOfRanges(consistencyRanges(older, of), read);
  return { levels, read, append, prove, proveGrowth };
}

const leafAt = (index: number) => `leaf ${index}`;
const leavesTo = (size: number) => Array.from({ length: size }, (_leaf, index) => leafAt(index));

/** The root as RFC 6962 defines it. */
function definedRoot(hashes: readonly Buffer[]): Buffer {
  const [first = EMPTY_ROOT] = hashes;
  if (hashes.length < 2) return first;
  const left = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  return nodeHash(definedRoot(hashes.slice(0, left)), definedRoot(hashes.slice(left)));
}

/** Checks a proof as clients do (RFC 9162, 2.1.3.2). */
function isIncluded(leaf: Buffer, index: number, size: number, path: readonly Buffer[], root: Buffer): boolean {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const next of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(next, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, next);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

type SizedRoot = { size: number; root: Buffer };

/** Checks a proof as clients do (RFC 9162, 2.1.4.2). */
function isContinued(older: SizedRoot, newer: SizedRoot, path: readonly Buffer[]): boolean {
  if (older.size === newer.size) return path.length === 0 && older.root.equals(newer.root);
  const isPower = Number.isInteger(Math.log2(older.size));
  const [first, ...others] = isPower ? [older.root, ...path] : path;
  if (!first) return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [before, now] = [first, first];
  for (const next of others) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, now] = [nodeHash(next, before), nodeHash(next, now)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else now = nodeHash(now, next);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && before.equals(older.root) && now.equals(newer.root);
}

test('the roots that are known for the eight leaves of the implementations of RFC 6962', async () => {
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const tree = openTree();
  expect((await rootAt(0, tree.read)).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const [at, leaf] of leaves.entries())
    expect((await tree.append(Buffer.from(leaf, 'hex').toString())).toString('hex')).toBe(roots[at]);
  const path = await tree.prove(0, 8);
  expect(path.map((hash) => hash.toString('hex'))).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
});

test('the proofs of every size to 300 hold, and its tiles are those of the size', async () => {
  const tree = openTree();
  const roots = [EMPTY_ROOT];
  for (let size = 1; size <= 300; size++) {
    const root = await tree.append(leafAt(size - 1));
    roots.push(root);
    expect(root).toEqual(definedRoot(leavesTo(size).map(leafHash)));
    expect(await rootAt(size, tree.read)).toEqual(root);
    expect(tree.levels.map(({ length }) => length)).toEqual(size < TILE ? [size] : [size, Math.floor(size / TILE)]);
    const isTried = (at: number) => size <= 64 || at % 16 === size % 16 || at < 2 || at > size - 3;
    for (const index of leavesTo(size).keys()) {
      if (!isTried(index)) continue;
      const isProven = isIncluded(leafHash(leafAt(index)), index, size, await tree.prove(index, size), root);
      const older = { size: index + 1, root: roots[index + 1]! };
      const isGrowth = isContinued(older, { size, root }, await tree.proveGrowth(older.size, size));
      if (!isProven || !isGrowth) throw new Error(`No proof of leaf ${index}, or from ${older.size}, to ${size}`);
    }
  }
});

describe('a log of 70,000 leaves', () => {
  const SIZE = 70_000;
  const tree = openTree();
  let hashes: Buffer[];
  beforeAll(async () => {
    hashes = leavesTo(SIZE).map(leafHash);
    for (const [begin, end] of [
      [0, 1],
      [1, 256],
      [256, 65_535],
      [65_535, 65_537],
      [65_537, SIZE],
    ])
      await tree.append(...leavesTo(SIZE).slice(begin, end));
  });

  const sizes = fc.integer({ min: 1, max: SIZE });
  const pairs = fc.tuple(sizes, sizes).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

  test('has the tiles that the document of C2SP lists', () => {
    expect(tree.levels.map(({ length }) => [Math.floor(length / TILE), length % TILE])).toEqual([
      [273, 112],
      [1, 17],
      [0, 1],
    ]);
  });

  test('has the root of each size before', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        expect(await rootAt(size, tree.read)).toEqual(definedRoot(hashes.slice(0, size)));
      }),
      { numRuns: 10 },
    );
  });

  test('proves each leaf in each head, and each head in each later one; what was tampered with is refused', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.nat(), fc.nat(), fc.nat(255), async ([older, size], where, position, bit) => {
        const index = where % size;
        const [root, olderRoot] = await Promise.all([rootAt(size, tree.read), rootAt(older, tree.read)]);
        const path = await tree.prove(index, size);
        const leaf = hashes[index]!;
        expect(isIncluded(leaf, index, size, path, root)).toBe(true);
        expect(isIncluded(flipped(leaf, bit), index, size, path, root)).toBe(false);
        expect(isIncluded(leaf, index, size, path, flipped(root, bit))).toBe(false);
        for (const wrong of [index + 1, index - 1, size])
          if (wrong >= 0) expect(isIncluded(leaf, wrong, size, path, root)).toBe(false);
        for (const wrong of tampered(path, position, bit)) expect(isIncluded(leaf, index, size, wrong, root)).toBe(false);

        const growth = await tree.proveGrowth(older, size);
        expect(isContinued({ size: older, root: olderRoot }, { size, root }, growth)).toBe(true);
        expect(isContinued({ size: older, root: flipped(olderRoot, bit) }, { size, root }, growth)).toBe(false);
        expect(isContinued({ size: older, root: olderRoot }, { size, root: flipped(root, bit) }, growth)).toBe(false);
        for (const wrong of tampered(growth, position, bit))
          expect(isContinued({ size: older, root: olderRoot }, { size, root }, wrong)).toBe(false);
      }),
    );
  });
});

const flipped = (hash: Buffer, bit: number) =>
  hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)) as Buffer;

/** A path with a bit changed, without a hash, with one twice, and with one more. */
const tampered = (path: readonly Buffer[], position: number, bit: number): Buffer[][] => {
  const at = position % Math.max(path.length, 1);
  const more = [...path, Buffer.alloc(32)];
  return path.length === 0
    ? [more]
    : [path.with(at, flipped(path[at]!, bit)), path.toSpliced(at, 1), path.toSpliced(at, 0, path[at]!), more];
};
