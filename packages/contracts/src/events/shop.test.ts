import { accountActed, adminActed, lookRecorded } from './shop';

const product = { type: 'product', id: 7, name: 'Night Drive' };

test('a change keeps only the differing fields, on both sides', () => {
  const before = { price: 299, name: 'Night Drive', genres: ['Techno'], seller: null };
  const [event] = adminActed(1, 'product.changed', product, { before, after: { ...before, price: 349, seller: 4 } });
  expect(event!.data).toMatchObject({ adminId: 1, before: { price: 299, seller: null }, after: { price: 349, seller: 4 } });
  expect(Object.keys(event!.data.after!)).toEqual(['price', 'seller']);
});

test('a created object has no before, a deleted one no after', () => {
  expect(adminActed(1, 'product.created', product, { before: null, after: { price: 299 } })[0]!.data.before).toBeNull();
  expect(adminActed(1, 'product.removed', product, { before: { price: 299 }, after: null })[0]!.data.after).toBeNull();
});

test.each([
  ['user', 'Account 7', { email: 'ira@example.com', name: 'Ira', is_admin: false }, { is_admin: false }],
  ['seller', 'Store 7', { paypal_email: 'ira@example.com', shop_name: 'Night Freight', status: 'active' }, { status: 'active' }],
  ['subscriber', 'Night Drive', { email: 'ira@example.com', is_active: true }, { is_active: true }],
])('nothing personal of a %s is said, only which fields changed', (type, name, facts, before) => {
  const change = {
    before: facts,
    after: Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, `${value} 2`])),
  };
  const [event] = adminActed(1, `${type}.changed`, { ...product, type }, change);
  expect(event!.data.subject).toEqual({ type, id: 7, name });
  expect(Object.keys(event!.data.before!)).toEqual(Object.keys(facts));
  expect(event!.data.before).toMatchObject(before);
  expect(JSON.stringify(event)).not.toMatch(/ira|freight/i);
});

test('saving without a change is no act', () => {
  const same = { price: 299, genres: ['Techno'] };
  expect(adminActed(1, 'product.changed', product, { before: same, after: { price: 299, genres: ['Techno'] } })).toEqual([]);
});

test('typed texts and payment numbers are never kept, on any subject', () => {
  const [event] = adminActed(
    1,
    'submission.changed',
    { type: 'submission', id: 3, name: 'Low Tide' },
    {
      before: { status: 'submitted', reason: null },
      after: { status: 'rejected', reason: 'Ira sings out of tune', note: 'Ira', reference: 'IBAN 1' },
    },
  );
  expect(event!.data.after).toEqual({ status: 'rejected', reason: 'not kept', note: 'not kept', reference: 'not kept' });
  expect(event!.data.subject).toEqual({ type: 'submission', id: 3, name: 'Submission 3' });
});

test("a change of one's own keeps only the names of fields, a look only the person", () => {
  expect(accountActed(7, 'changed', ['email', 'country']).data).toMatchObject({
    adminId: 7,
    action: 'account.changed',
    subject: { type: 'user', id: 7, name: 'Account 7' },
    before: null,
    after: { fields: ['email', 'country'] },
  });
  expect(accountActed(7, 'offer-accepted', [], 3).data).toMatchObject({ subject: { type: 'seller', id: 3, name: 'Store 3' } });
  const look = { userId: 1, action: 'order.viewed', subject: 'order', id: 12, own: false };
  expect(lookRecorded(look).data).toMatchObject({
    adminId: 1,
    action: 'order.viewed',
    subject: { type: 'order', id: 12, name: 'Order 12' },
  });
  expect(lookRecorded({ ...look, id: null }).data.subject).toEqual({ type: 'order', id: null, name: 'List' });
  expect(lookRecorded({ ...look, action: 'seller.ledger-exported', own: true }).data.action).toBe('account.ledger-exported');
});
