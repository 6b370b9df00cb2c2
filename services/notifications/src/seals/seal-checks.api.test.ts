import { PaymentsReconciled, SealsChecked } from '@shop/contracts/events';
import { asAdmin, deliver } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { OPERATOR } from '../testing/mails-after';
import { site, useNotifications } from '../testing/notifications-app';

const shop = useNotifications();

const handle = (event: { type: string; data: unknown }) => deliver(shop.source, subscriptionsOf(site, OPERATOR), event, 2);
const checked = (over: object = {}) =>
  SealsChecked({
    journal: 'audit log',
    at: '2026-11-22T00:10:00.000Z',
    head: { number: 412, hash: 'ab'.repeat(32), sealedAt: '2026-11-22T00:09:59.000Z' },
    rows: 900,
    findings: [],
    ...over,
  });
const night = (reached: boolean) =>
  PaymentsReconciled({
    ...{ runId: 1, night: '2026-11-22', at: '2026-11-22T01:00:00.000Z', reached },
    ...{ captures: 3, refunds: 0, disputes: 0, open: [], sales: [] },
  });
const mail = async () => {
  const rows = await shop.source.query<{ blocks: unknown }[]>('SELECT to_jsonb(mails) AS blocks FROM mails');
  expect(rows).toHaveLength(1);
  return JSON.stringify(rows);
};

test.each([true, false])(
  'the report of the night carries the last seals out of the shop, its books compared: %s',
  async (reached) => {
    await handle(checked());
    await handle(checked({ at: '2026-11-21T00:00:00.000Z', head: { number: 400, hash: 'cd'.repeat(32), sealedAt: '' } }));
    await handle(checked({ journal: 'ledger', head: null }));
    await handle(night(reached));
    const text = await mail();
    expect(text).toContain(`412: ${'ab'.repeat(32)}`);
    expect(text).not.toContain('cd'.repeat(32));
    expect(text).toMatch(/Last seal of the ledger, read [^"]*","value":"none yet"/);
    expect(text).toContain('Nothing was changed, removed or put in');
  },
);

test('and says so when what was sealed is no longer what it was', async () => {
  await handle(checked({ findings: ['Row 3 of seal 2 was removed.'] }));
  await handle(night(true));
  expect(await mail()).toMatch(/Wrong in the audit log","value":"Row 3 of seal 2 was removed\..*Somebody has changed/);
});

test('an owner reads when each journal was last read again and what was found', async () => {
  const read = () => request(shop.app).get('/api/seal-checks').set(asAdmin());
  expect((await read()).body).toEqual({ success: true, data: [] });
  await handle(checked({ findings: ['Row 3 of seal 2 was removed.'] }));
  await handle(checked({ journal: 'ledger', head: null }));
  expect((await read()).body.data).toEqual([
    {
      journal: 'audit log',
      checked_at: '2026-11-22T00:10:00.000Z',
      head: { number: 412, hash: 'ab'.repeat(32) },
      findings: ['Row 3 of seal 2 was removed.'],
    },
    { journal: 'ledger', checked_at: '2026-11-22T00:10:00.000Z', head: null, findings: [] },
  ]);
});
