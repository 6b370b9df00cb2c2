import { OrderCaptured, PaymentsReconciled } from '@shop/contracts/events';
import { deliver } from '@shop/runtime/testing';
import { subscriptionsOf } from '../subscriptions';
import { OPERATOR } from '../testing/mails-after';
import { anOrder } from '../testing/mail-cases';
import { site, useNotifications } from '../testing/notifications-app';

const shop = useNotifications();
const HEAD = { size: 5, root: 'aGVhZCBvZiBmaXZl' };
const NOON = '2026-11-22T12:00:00.000Z';
const EVENING = '2026-11-22T20:00:00.000Z';

const handle = (event: { type: string; data: unknown }, occurredAt: string) =>
  deliver(shop.source, subscriptionsOf(site, OPERATOR), { ...event, occurredAt }, 2);
const sale = (log: typeof HEAD | null, occurredAt: string) => handle(OrderCaptured({ ...anOrder, log }), occurredAt);
const night = (log: typeof HEAD | null, occurredAt: string, runId = 1) =>
  handle(
    PaymentsReconciled({
      ...{ runId, night: `2026-11-${20 + runId}`, at: occurredAt, reached: true, log },
      ...{ captures: 3, refunds: 0, disputes: 0, open: [], sales: [] },
    }),
    occurredAt,
  );
const mailsOf = async (kind: string) => {
  const rows = await shop.source.query<{ mail: string }[]>(
    `SELECT subject || ' ' || blocks::text AS mail FROM mails WHERE kind = $1 ORDER BY about`,
    [kind],
  );
  return rows.map(({ mail }) => mail);
};
const alarms = () => mailsOf('sales-log-went-back');

test('the first sale after the restore of an older backup shows that the log went back', async () => {
  await sale(HEAD, NOON);
  await sale({ size: 4, root: 'Zm91cg==' }, EVENING);
  expect(await alarms()).toEqual([expect.stringMatching(/The sales log went back.*size 5, root aGVhZ.*size 4, root Zm91/s)]);
});

test('so does each nightly report, by one mail and a line of its own', async () => {
  await night(HEAD, NOON, 1);
  await night({ size: 4, root: 'Zm91cg==' }, EVENING, 2);
  await night({ size: 4, root: 'Zm91cg==' }, EVENING, 3);
  expect(await alarms()).toHaveLength(1);
  const reports = await mailsOf('reconciliation');
  expect(reports.map((report) => report.includes('The sales log went back: size 5'))).toEqual([false, true, true]);
});

test('another root for a size that was stated before is a log that was written anew', async () => {
  await sale(HEAD, NOON);
  await sale({ ...HEAD, root: 'b3RoZXI=' }, NOON);
  expect(await alarms()).toHaveLength(1);
});

test('a log that grows, sales that are announced late and an older release raise no alarm', async () => {
  await night(null, NOON, 1);
  await sale(HEAD, EVENING);
  await sale(HEAD, EVENING);
  await sale({ size: 4, root: 'Zm91cg==' }, NOON);
  await sale({ size: 6, root: 'c2l4' }, EVENING);
  await night({ size: 6, root: 'c2l4' }, EVENING, 2);
  expect(await alarms()).toEqual([]);
  expect((await mailsOf('reconciliation')).join()).not.toContain('went back');
});
