import { connectToDatabase } from '@shop/runtime';
import { testLog } from '@shop/runtime/testing';
import { schema } from '../database';
import { appendLeaves, headAt, inclusionPath, newestHead, readHashes, verifierKeys, type Signing } from './log';
import { EMPTY_ROOT, leafHash, nodeHash, rootAt } from './merkle';
import { publicKeyOf, readHead, verifierKey } from './note';
import { readTile, tileAt } from './tiles';
import { useLog } from '../testing/sales-log';

const log = useLog();
const origin = 'shop.example/log';
const base64 = (hash: Buffer) => hash.toString('base64');
const leavesTo = (size: number) => Array.from({ length: size }, (_leaf, index) => `leaf ${index}`);
const sizeNow = async () => (await newestHead(log.source.manager, log.signing)).size;
const appendAs = (signing: Signing, leaf: string) => log.source.transaction((db) => appendLeaves(db, signing, [leaf]));
const tile = (address: string) => readTile(log.source.manager, tileAt(address)!);

test('the empty log has a head, each append signs the next one, and all of them stay', async () => {
  const { manager } = log.source;
  const empty = await newestHead(manager, log.signing);
  expect(empty).toMatchObject({ size: 0, root: base64(EMPTY_ROOT), origin });
  expect(await headAt(manager, 0)).toBeNull();
  expect(await log.append('a', 'b')).toBe(0);
  expect(await log.append('c')).toBe(2);
  const head = await newestHead(manager, log.signing);
  const [a, b, c] = ['a', 'b', 'c'].map(leafHash) as [Buffer, Buffer, Buffer];
  const root = nodeHash(nodeHash(a, b), c);
  expect(head).toMatchObject({ size: 3, root: base64(root), origin });
  expect(readHead(head.note, origin, [publicKeyOf(log.signing.keys[0])])).toEqual({ size: 3, root });
  expect(await inclusionPath(manager, 0, 3)).toEqual([b, c].map(base64));
  expect(await inclusionPath(manager, 0, 2)).toEqual([base64(b)]);
  expect(await headAt(manager, 0)).toEqual(empty);
  expect(await headAt(manager, 1)).toBeNull();
  expect(await headAt(manager, 2)).toMatchObject({ root: base64(nodeHash(a, b)) });
  await expect(inclusionPath(manager, 3, 3)).rejects.toThrow('no leaf 3');
});

test('tiles hold what was appended, full or not; what is not there yet is none', async () => {
  for (const part of [1, 254, 3]) await log.append(...leavesTo(258).splice(await sizeNow(), part));
  const hashes = leavesTo(258).map(leafHash);
  expect(await tile('0/000')).toEqual(Buffer.concat(hashes.slice(0, 256)));
  expect(await tile('0/000.p/255')).toEqual(Buffer.concat(hashes.slice(0, 255)));
  expect(await tile('0/001.p/2')).toEqual(Buffer.concat(hashes.slice(256)));
  expect(await tile('1/000.p/1')).toEqual(await rootAt(256, readHashes(log.source.manager)));
  const entries = await tile('entries/001.p/2');
  expect(entries).toEqual(
    Buffer.concat([Buffer.from([0, 8]), Buffer.from('leaf 256'), Buffer.from([0, 8]), Buffer.from('leaf 257')]),
  );
  for (const missing of ['0/001', '0/001.p/3', '0/002.p/1', '1/000', '1/000.p/2', '1/001.p/1', '2/000.p/1', '63/000.p/1'])
    expect(await tile(missing)).toBeNull();
  for (const missing of ['entries/001', 'entries/001.p/3', 'entries/002.p/1']) expect(await tile(missing)).toBeNull();
});

test('a transaction that is rolled back leaves nothing, and outside of one nothing is appended', async () => {
  await log.append('a');
  const failed = log.source.transaction(async (db) => {
    expect(await appendLeaves(db, log.signing, ['b', 'c'])).toBe(1);
    throw new Error('the sale failed');
  });
  await expect(failed).rejects.toThrow('the sale failed');
  expect(await log.append('d')).toBe(1);
  expect(await sizeNow()).toBe(2);
  await expect(appendLeaves(log.source.manager, log.signing, ['e'])).rejects.toThrow('in a transaction');
  await expect(log.append()).rejects.toThrow('no leaf');
});

test('many append at once: one order without a gap, and one head of each size that was signed', async () => {
  const counts = [1, 5, 2, 1, 300, 1, 4, 1, 1, 7];
  const firsts = await Promise.all(
    counts.map((count, writer) => log.append(...leavesTo(count).map((leaf) => `${leaf} of ${writer}`))),
  );
  const total = counts.reduce((sum, count) => sum + count);
  const indexes = firsts.flatMap((first, writer) => Array.from({ length: counts[writer]! }, (_leaf, at) => first + at));
  expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_leaf, index) => index));
  const heads = await log.source.query<{ size: number; root: Buffer }[]>('SELECT size::int, root FROM log_heads ORDER BY size');
  expect(heads.map(({ size }) => size)).toEqual([
    0,
    ...firsts.map((first, writer) => first + counts[writer]!).toSorted((a, b) => a - b),
  ]);
  for (const { size, root } of heads) expect(await rootAt(size, readHashes(log.source.manager))).toEqual(root);
});

test('two replicas append at once, and one of them is killed before it has committed', async () => {
  const otherConnection = await connectToDatabase({ ...schema, url: log.url, log: testLog }, Date.now());
  await log.append('a');
  let waiting: Promise<number> = Promise.resolve(-1);
  const killed = otherConnection.transaction(async (db) => {
    expect(await appendLeaves(db, log.signing, ['lost', 'lost too'])).toBe(1);
    waiting = log.append('b');
    await db.query('SELECT pg_terminate_backend(pg_backend_pid())');
  });
  await expect(killed).rejects.toThrow();
  expect(await waiting).toBe(1);
  const firsts = await Promise.all(
    Array.from({ length: 40 }, (_turn, turn) =>
      (turn % 2 ? otherConnection : log.source).transaction((db) =>
        appendLeaves(db, log.signing, [`leaf ${turn}`, `more of ${turn}`]),
      ),
    ),
  );
  expect(firsts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_turn, turn) => 2 + 2 * turn));
  expect(await sizeNow()).toBe(82);
  const heads = await log.source.query<{ size: number; root: Buffer }[]>('SELECT size::int, root FROM log_heads');
  for (const { size, root } of heads) expect(await rootAt(size, readHashes(otherConnection.manager))).toEqual(root);
  await otherConnection.destroy();
});

test('a key is exchanged: heads of that time have both signatures, and the old key stays for old heads', async () => {
  const { manager } = log.source;
  const [old] = log.signing.keys;
  const fresh = Buffer.alloc(32, 3);
  const keysNow = (signing: Signing) => verifierKeys(manager, signing);
  const [oldKey, freshKey] = [old, fresh].map((seed) => verifierKey(origin, publicKeyOf(seed)));
  const signedBy = (note: string) => [old, fresh].map((seed) => readHead(note, origin, [publicKeyOf(seed)]) !== null);
  expect(await keysNow(log.signing)).toEqual([oldKey]);
  await log.append('a');
  const bothKeys: Signing = { ...log.signing, keys: [old, fresh] };
  expect(await keysNow(bothKeys)).toEqual([freshKey, oldKey]);
  await appendAs(bothKeys, 'b');
  expect(signedBy((await newestHead(manager, log.signing)).note)).toEqual([true, true]);
  const after: Signing = { ...log.signing, keys: [fresh] };
  await appendAs(after, 'c');
  expect(signedBy((await newestHead(manager, log.signing)).note)).toEqual([false, true]);
  expect(signedBy((await headAt(manager, 1))!.note)).toEqual([true, false]);
  expect(await keysNow(after)).toEqual([freshKey, oldKey]);
});

test('the first leaf fixes the origin, even when the shop gets another address', async () => {
  await log.append('a');
  const moved: Signing = { ...log.signing, publicUrl: 'https://other.example' };
  await appendAs(moved, 'b');
  const head = await newestHead(log.source.manager, moved);
  expect(head.origin).toBe(origin);
  expect(await verifierKeys(log.source.manager, moved)).toEqual([expect.stringMatching(/^shop\.example\/log\+/)]);
});

test('nobody changes or removes what is in the log', async () => {
  await log.append('a');
  for (const table of ['log_leaves', 'log_hashes', 'log_heads', 'signing_keys']) {
    await expect(log.source.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    if (table !== 'signing_keys') await expect(log.asOwner(`DELETE FROM ${table}`)).rejects.toThrow('only grows');
  }
});
