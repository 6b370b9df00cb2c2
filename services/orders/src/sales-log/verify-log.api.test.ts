import { change, sell, useLog } from '../testing/sales-log';
import { appendLeaves, headAt, newestHead } from './log';
import { verifyLog } from './verify-log';
import { signHead } from './note';

const log = useLog();
const verify = (head?: string) =>
  verifyLog(log.source, { ...log.signing, timeZone: 'Europe/Moscow' }, head === undefined ? {} : { head });
const found = async () => (await verify()).findings;

/** Lets the owner of the database change what nobody else can. */
const forge = (sql: string) =>
  log.asOwner(`ALTER TABLE log_leaves DISABLE TRIGGER USER; ALTER TABLE log_hashes DISABLE TRIGGER USER;
    ALTER TABLE log_heads DISABLE TRIGGER USER; ${sql}`);

const MASTER = 'aa'.repeat(32);

/** A track that is sold, given back and sold again, and another one. */
async function aHistory() {
  await sell(log, { orderId: 1, productId: 7, master: MASTER, fingerprint: 'bb'.repeat(32) });
  await change(log, { orderId: 1, productId: 7 }, 'suspended');
  await change(log, { orderId: 1, productId: 7 }, 'revoked');
  await sell(log, { orderId: 2, productId: 7, master: MASTER, fingerprint: 'bb'.repeat(32) });
  await sell(log, { orderId: 2, productId: 8 });
}

test('an honest log has no finding, and neither has an empty one, nor one of a buyer who is forgotten', async () => {
  expect(await verify()).toEqual({ size: 0, root: expect.any(String) as string, waiting: 0, wentBack: false, findings: [] });
  await aHistory();
  const { root } = await newestHead(log.source.manager, log.signing);
  expect(await verify()).toEqual({ size: 5, root, waiting: 0, wentBack: false, findings: [] });
  await log.source.query('UPDATE certificates SET salt = NULL');
  expect(await found()).toEqual([]);
});

test('more leaves than are read at once, and tiles above the leaves', async () => {
  for (let orderId = 1; orderId <= 20; orderId++) await sell(log, { orderId, productId: orderId });
  await log.source.transaction((db) =>
    appendLeaves(
      db,
      log.signing,
      Array.from({ length: 1010 }, (_leaf, index) => `strange ${index}`),
    ),
  );
  const { size, findings } = await verify();
  expect([size, findings.length, findings[0]]).toEqual([1030, 1000, 'Leaf 20 belongs to no sale.']);
  await forge(`UPDATE log_hashes SET hash = sha256('x') WHERE level = 1 AND index = 1`);
  expect((await verify()).findings).toContain('Hash 1 of level 1 is not that of its leaves.');
});

test.each([
  [
    'a leaf that was changed',
    `UPDATE log_leaves SET leaf = replace(leaf, '"7"', '"9"') WHERE index = 0`,
    /^Leaf 0 is not that of its sale/,
  ],
  ['a leaf that is no JSON', `UPDATE log_leaves SET leaf = 'x' WHERE index = 4`, /^Leaf 4 is not that of its sale/],
  [
    'a leaf that is gone',
    'UPDATE certificates SET text = NULL, leaf_index = NULL WHERE leaf_index = 4; DELETE FROM log_leaves WHERE index = 4',
    /^The newest head covers 5 leaves, and there are 4/,
  ],
  [
    'a leaf that is gone between',
    'UPDATE certificates SET text = NULL, leaf_index = NULL WHERE leaf_index = 3; DELETE FROM log_leaves WHERE index = 3',
    /^Leaf 3 is missing/,
  ],
  [
    'a change that was altered',
    `UPDATE certificate_changes SET reason = 'claim' WHERE kind = 'revoked'`,
    /^Leaf 2 is not that of its change/,
  ],
  ['a change that was removed', `DELETE FROM certificate_changes WHERE kind = 'revoked'`, /^Leaf 2 belongs to no sale/],
  [
    'a text that was altered',
    `UPDATE certificates SET text = replace(text, '29', '28') WHERE order_id = 1`,
    /^Leaf 0 is not that of its sale/,
  ],
  ['another code', `UPDATE order_items SET certificate_code = 'x' WHERE order_id = 1`, /^Leaf 0 is not that of its sale/],
  [
    'a sale that was removed',
    'DELETE FROM certificates WHERE product_id = 8; DELETE FROM order_items WHERE product_id = 8',
    /^Leaf 4 belongs to no sale/,
  ],
  ['a hash', `UPDATE log_hashes SET hash = sha256('x') WHERE index = 3`, /^Hash 3 of level 0 is not that of its leaves/],
  ['a hash that is gone', 'DELETE FROM log_hashes WHERE index = 3', /^Hash 3 of level 0 is not that of its leaves/],
  ['a hash without leaves', `INSERT INTO log_hashes VALUES (1, 0, sha256('x'))`, /^Hash 0 of level 1 has no leaves/],
  [
    'the root of a head',
    `UPDATE log_heads SET root = sha256('x') WHERE size = 2`,
    /^The root of the head of 2 is not that of its leaves/,
  ],
  [
    'the text of a head',
    `UPDATE log_heads SET note = replace(note, 'A', 'B') WHERE size = 2`,
    /^The head of 2 is not what was signed/,
  ],
  ['a head of another origin', `UPDATE log_heads SET origin = 'x' WHERE size = 2`, /^The head of 2 is not what was signed/],
  ['the newest head', 'DELETE FROM log_heads WHERE size = 5', /^The newest head covers 4 leaves, and there are 5/],
  [
    'a certificate that is gone',
    'DELETE FROM certificates WHERE product_id = 8',
    /^Track 8 of order 2 is sold and has no certificate/,
  ],
  [
    'a sale that never came into the log',
    `UPDATE certificates SET text = NULL, leaf_index = NULL, made_at = now() - interval '1 hour' WHERE product_id = 8`,
    /^The certificate of track 8 of order 2 is not in the log/,
  ],
  [
    'a change that never came into the log',
    `UPDATE certificate_changes SET leaf_index = NULL, changed_at = '2026-01-01' WHERE kind = 'revoked'`,
    /^That track 7 of order 1 was revoked is not in the log/,
  ],
])('finds %s', async (_what, sql, finding) => {
  await aHistory();
  await forge(sql);
  expect(await found()).toContainEqual(expect.stringMatching(finding));
});

test('a sale of a moment ago waits, and that is no finding', async () => {
  await aHistory();
  await log.source.query(`UPDATE orders SET paid_at = now() WHERE id = 2`);
  await forge('UPDATE certificates SET text = NULL, leaf_index = NULL WHERE product_id = 8');
  expect(await verify()).toMatchObject({ waiting: 1, findings: ['Leaf 4 belongs to no sale.'] });
});

test('finds a track or a recording that is sold once more without a revocation between', async () => {
  await sell(log, { orderId: 1, productId: 7, master: MASTER });
  await change(log, { orderId: 1, productId: 7 }, 'suspended');
  await change(log, { orderId: 1, productId: 7 }, 'reinstated');
  await sell(log, { orderId: 2, productId: 7 });
  await sell(log, { orderId: 3, productId: 9, master: MASTER });
  await change(log, { orderId: 1, productId: 7 }, 'revoked');
  expect(await found()).toEqual(['Leaf 3 sells the track of leaf 0 once more.', 'Leaf 4 sells the master of leaf 0 once more.']);
});

describe('a head of before', () => {
  test('of this history is no finding', async () => {
    const { note: empty } = await newestHead(log.source.manager, log.signing);
    await aHistory();
    const { note } = (await headAt(log.source.manager, 3))!;
    for (const head of [empty, note]) expect(await verify(head)).toMatchObject({ wentBack: false, findings: [] });
  });

  test('of another history shows that it was rewritten', async () => {
    await aHistory();
    const note = signHead('shop.example/log', { size: 3, root: Buffer.alloc(32, 9) }, log.signing.keys);
    expect((await verify(note)).findings).toEqual([
      'The leaves before 3 are not those of the given head: the history was rewritten.',
    ]);
  });

  test('that is newer shows that the log went back, as after the restore of an older backup', async () => {
    await aHistory();
    const { note } = await newestHead(log.source.manager, log.signing);
    await forge(`DELETE FROM certificates WHERE product_id = 8; DELETE FROM order_items WHERE product_id = 8;
      DELETE FROM log_leaves WHERE index = 4; DELETE FROM log_hashes WHERE index = 4; DELETE FROM log_heads WHERE size = 5`);
    expect(await found()).toEqual([]);
    expect(await verify(note)).toMatchObject({
      wentBack: true,
      findings: ['The log went back: the given head covers 5 leaves, and there are 4.'],
    });
  });

  test('that nobody of the shop has signed is refused', async () => {
    const note = signHead('shop.example/log', { size: 3, root: Buffer.alloc(32, 9) }, [Buffer.alloc(32, 8)]);
    for (const head of [note, 'x']) await expect(verify(head)).rejects.toThrow('no head that shop.example/log has signed');
  });
});
