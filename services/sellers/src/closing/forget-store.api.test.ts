import { PersonForgotten, UserDeleted } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { hears, openLedger, type LedgerApp } from '../ledger/testing/ledger-app';

let app: LedgerApp;
beforeEach(async () => {
  app = await openLedger();
});
afterEach(() => app.close());

test('what a store was known by is told, for mails to forget it', async () => {
  await hears(app, UserDeleted({ userId: 11, version: 3 }), 2);
  expect(await emitted(app.db.source, PersonForgotten)).toEqual([
    { userId: 11, words: [{ word: 'Velvet Static' }, { word: 'pay@velvet.example' }] },
  ]);
});
