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
