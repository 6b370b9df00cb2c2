import { PersonalDataGathered, PersonalDataRequested } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { captured, hears, openLedger, pay, payout, type LedgerApp } from '../testing/ledger-app';

let app: LedgerApp;
beforeEach(async () => {
  app = await openLedger();
});
afterEach(() => app.close());

async function gatheredOf(userId: number) {
  await hears(app, PersonalDataRequested({ userId, exportId: 5, addresses: [] }), 2);
  const emissions = (await emitted(app.db.source, PersonalDataGathered)).filter((event) => event.userId === userId);
  expect(emissions).toMatchObject([{ exportId: 5, service: 'sellers', page: 0, pages: 1 }]);
  return emissions[0]!.part;
}

test('a store, what was sent in and what it earned is told once, and nothing of another store or of who bought', async () => {
  await app.db.source.query(
    `INSERT INTO track_submissions (seller_id, track_name, price_cents, genre, bpm, music_key, track_files_link, contact_email, submitted_at, changed_at, due_at)
     VALUES (1, 'Harbour Lights', 34900, 'Deep House', 122, 'F#', 'https://files.example/mine', 'nora@example.com', now(), now(), now()),
       (2, 'Not Yours', 34900, 'Deep House', 122, 'F#', 'https://files.example/theirs', 'low@example.com', now(), now(), now())`,
  );
  await hears(app, captured(1, [{}]));
  await hears(app, captured(2, [{ sellerId: 2, storeName: 'Low Tide', name: 'Undertow' }]));
  app.goTo(new Date('2026-12-20T12:00:00Z'));
  await pay(app, 1, payout()).expect(201);
  await app.db.source.query(
    `INSERT INTO former_words (seller_id, word) VALUES (1, 'nora.pay@velvet.example'), (1, 'Velvet Hum'), (2, 'Low Ebb')`,
  );

  const part = await gatheredOf(11);
  expect(JSON.parse(part)).toMatchObject({
    store: { name: 'Velvet Static', status: 'active', paid_to: 'PayPal p…@velvet.example', identity_document: null },
    known_before: [{ word: 'Velvet Hum' }, { word: 'n…@velvet.example' }],
    submissions: [{ track_name: 'Harbour Lights', track_files_link: 'https://files.example/mine', status: 'submitted' }],
    ledger: [
      { kind: 'sale', track_name: 'Night Cargo', order_id: 1, amount_cents: 20930, due_on: expect.any(String) as string },
      { kind: 'payout', method: 'paypal', reference: 'PP-1', amount_cents: -20930 },
    ],
  });
  for (const foreign of [
    'Low Tide',
    'Low Ebb',
    'Undertow',
    'Not Yours',
    'theirs',
    'mara@',
    'Mara',
    'pay@velvet',
    'encrypted',
    'recorded_by',
  ])
    expect(part).not.toContain(foreign);
});

test('a card is told by its last four digits', async () => {
  await app.db.source.query(
    `UPDATE sellers SET card_number_encrypted = 'a-sealed-number', card_holder_name = 'Lou Tide', verification_key = 'documents/2/secret.webp',
       verification_pages = 2, verification_uploaded_at = now() WHERE id = 2`,
  );
  const part = await gatheredOf(12);
  expect(JSON.parse(part)).toMatchObject({
    store: {
      paid_to: 'the card ending in 4242',
      card_holder_name: 'Lou Tide',
      identity_document: { pages: 2, refused_at: null },
    },
    submissions: [],
    ledger: [],
  });
  expect(part).not.toMatch(/sealed|documents\//);
});

test('a user without a store is told that there is none', async () => {
  expect(JSON.parse(await gatheredOf(13))).toEqual({
    store: null,
    known_before: [],
    submissions: [],
    ledger: [],
    payouts_by_paypal: [],
  });
});
