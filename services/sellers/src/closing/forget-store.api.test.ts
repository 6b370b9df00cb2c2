import { OrderCaptured, PersonForgotten, StoreSettled, UserDeleted, type DataOf } from '@shop/contracts/events';
import { asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { captured, hears, ledger, openLedger, type LedgerApp } from '../testing/ledger-app';
import { forgetOldWords } from './words-of-store';

let app: LedgerApp;
beforeEach(async () => {
  app = await openLedger();
});
afterEach(() => app.close());

test('the words of a store are told, so that mails forget them', async () => {
  await hears(app, UserDeleted({ userId: 11, version: 3 }), 2);
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([
    { userId: 11, sellerId: 1, words: [{ word: 'Velvet Static' }, { word: 'pay@velvet.example' }] },
  ]);
});

test('an erased seller is told by the words of the erasure too, after all submissions, whoever has an address in them', async () => {
  await app.db.source.query(
    `INSERT INTO user_copies (user_id, version, name, last_name, email, country)
     VALUES (12, 1, 'Noa', 'Berg', 'studio@example.com', 'Norway');
     INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email,
       submitted_at, changed_at, due_at)
     VALUES (1, 'Harbour Lights', 34900, 'Techno', 122, 'A', 'https://www.dropbox.com/s/track', 'studio@example.com', now(), now(), now())`,
  );
  const email = 'pay@velvet.example';
  await hears(app, UserDeleted({ userId: 11, version: 3, email, words: [{ word: 'Nora Vale' }] }), 2);
  const ofErasure = [{ word: email }, { word: 'Nora Vale' }];
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([
    { userId: 11, sellerId: 1, words: [{ word: 'Velvet Static' }, ...ofErasure] },
    { userId: 11, sellerId: null, words: ofErasure },
  ]);
});

describe('every former word of a store', () => {
  const emissions = async () =>
    (await emitted(app.db.source, PersonForgotten)).map(({ words, ...who }) => ({
      ...who,
      words: words.map(({ word }) => word),
    }));
  const edit = (form: object) => request(app.app).put('/api/sellers/1').set(asAdmin()).send(form).expect(200);
  const close = () => request(app.app).delete('/api/sellers/1').set(asAdmin()).expect(200);
  const erase = () => hears(app, UserDeleted({ userId: 11, version: 3 }), 2);
  const kept = () => app.db.source.query('SELECT word FROM former_words ORDER BY word');

  test('is told after an admin has closed it', async () => {
    await app.db.source.query(
      `INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email, status,
         submitted_at, changed_at)
       VALUES (1, 'Harbour Lights', 34900, 'Techno', 122, 'A', '', 'studio@example.com', 'published', now(), now())`,
    );
    await close();
    expect(await emissions()).toEqual([]);
    await erase();
    await hears(app, UserDeleted({ userId: 13, version: 3 }));
    expect(await emissions()).toEqual([
      { userId: 11, sellerId: 1, words: ['Velvet Static', 'pay@velvet.example', 'studio@example.com'] },
    ]);
  });

  test('is told after it was changed, once each also when it came back', async () => {
    await edit({ shop_name: 'Velvet Hum', social_link: 'https://soundcloud.com/velvet', paypal_email: 'nora@velvet.example' });
    await edit({ social_link: null });
    await edit({ shop_name: 'Velvet Static' });
    expect(await kept()).toEqual(
      ['Velvet Hum', 'Velvet Static', 'https://soundcloud.com/velvet', 'pay@velvet.example'].map((word) => ({ word })),
    );
    await erase();
    expect(await emissions()).toEqual([
      {
        userId: 11,
        sellerId: 1,
        words: ['Velvet Hum', 'Velvet Static', 'https://soundcloud.com/velvet', 'nora@velvet.example', 'pay@velvet.example'],
      },
    ]);
  });

  test('is forgotten once no kept mail can say it', async () => {
    await edit({ shop_name: 'Velvet Hum' });
    await app.db.source.query(`UPDATE former_words SET lost_at = lost_at - interval '59 days'`);
    await forgetOldWords(app.db.source.manager);
    expect(await kept()).toEqual([{ word: 'Velvet Static' }]);
    await app.db.source.query(`UPDATE former_words SET lost_at = lost_at - interval '2 days'`);
    await forgetOldWords(app.db.source.manager);
    expect(await kept()).toEqual([]);
  });

  test('is told up to a hundred words, the newest, however often somebody changed them', async () => {
    await app.db.source.query(
      `INSERT INTO former_words (seller_id, word, lost_at)
       SELECT 1, 'name ' || lpad(n::text, 3, '0'), now() - make_interval(hours => n) FROM generate_series(1, 150) AS n`,
    );
    await erase();
    const words = (await emissions()).flatMap((event) => event.words);
    expect(words.filter((word) => word.startsWith('name '))).toEqual(
      Array.from({ length: 100 }, (_, n) => `name ${String(n + 1).padStart(3, '0')}`),
    );
    expect(words).toEqual(expect.arrayContaining(['Velvet Static', 'pay@velvet.example']));
    expect(await kept()).toEqual([]);
  });

  test('goes with its owner, also what is removed later because it was owed money', async () => {
    await edit({ shop_name: 'Velvet Hum' });
    await erase();
    await hears(app, StoreSettled({ sellerId: 1, sales: 0 }));
    expect(await app.db.source.query('SELECT store_name, paypal_email FROM sellers WHERE id = 1')).toEqual([
      { store_name: 'Closed store 1', paypal_email: null },
    ]);
    expect(await kept()).toEqual([]);
  });
});

test('an address that another account has is no word for the store or its submissions', async () => {
  await app.db.source.query(
    `INSERT INTO user_copies (user_id, version, name, last_name, email, country)
     VALUES (12, 1, 'Noa', 'Berg', 'Pay@velvet.example', 'Norway');
     INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email,
       submitted_at, changed_at, due_at)
     SELECT 1, 'Harbour Lights', 34900, 'Techno', 122, 'A', 'https://www.dropbox.com/s/track', email, now(), now(), now()
     FROM unnest(ARRAY['pay@velvet.example', 'nora@example.com', 'studio@example.com']) AS email`,
  );
  await hears(app, UserDeleted({ userId: 11, version: 3 }));
  const words = (await emitted(app.db.source, PersonForgotten)).flatMap((event) => event.words.map(({ word }) => word));
  expect(words.sort()).toEqual(['Velvet Static', 'nora@example.com', 'studio@example.com']);
});

test('a sale that could not be booked loses its buyer when they are erased, and is booked when it is put back', async () => {
  const { source } = app.db;
  const sale = captured(5, [{ projectUrl: '/api/orders/5/downloads/1?token=p' }]);
  const otherSale = captured(6, []);
  for (const { type, data } of [sale, { ...otherSale, data: { ...otherSale.data, buyerId: 77 } }])
    await source.query(
      `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES ('bookSaleWhenOrderCaptured', gen_random_uuid(), $1, 'parked', $2)`,
      [type, JSON.stringify({ data })],
    );
  await hears(app, UserDeleted({ userId: 7, version: 3 }), 2);
  const [blanked, whole] = (
    await source.query<{ data: DataOf<typeof OrderCaptured> }[]>(
      `SELECT body -> 'data' AS data FROM inbox WHERE state = 'parked' ORDER BY body #>> '{data,orderId}'`,
    )
  ).map(({ data }) => data);
  expect(blanked).toEqual({
    ...sale.data,
    customer: { firstName: '', lastName: '', email: '', country: '' },
    items: [{ ...sale.data.items[0], downloadUrl: '', projectUrl: '' }],
  });
  expect(whole!.customer).toEqual(otherSale.data.customer);
  await hears(app, { type: OrderCaptured.type, data: blanked }, 2);
  expect((await ledger(app)).data).toMatchObject([{ kind: 'sale' }]);
});
