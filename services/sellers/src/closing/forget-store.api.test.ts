import { PersonForgotten, UserDeleted } from '@shop/contracts/events';
import { asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { hears, openLedger, type LedgerApp } from '../ledger/testing/ledger-app';

let app: LedgerApp;
beforeEach(async () => {
  app = await openLedger();
});
afterEach(() => app.close());

test('what a store was known by is told, for mails to forget it', async () => {
  await hears(app, UserDeleted({ userId: 11, version: 3 }), 2);
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([
    { userId: 11, sellerId: 1, words: [{ word: 'Velvet Static' }, { word: 'pay@velvet.example' }] },
  ]);
});

test('a store that was closed before is told too, for the news of it that still wait somewhere', async () => {
  await request(app.app).delete('/api/sellers/1').set(asAdmin()).expect(200);
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([]);
  await hears(app, UserDeleted({ userId: 11, version: 3 }));
  await hears(app, UserDeleted({ userId: 13, version: 3 }));
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([{ userId: 11, sellerId: 1, words: [] }]);
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
  const words = (await emitted(app.db.source, PersonForgotten)).flatMap((one) => one.words.map(({ word }) => word));
  expect(words.sort()).toEqual(['Velvet Static', 'nora@example.com', 'studio@example.com']);
});
