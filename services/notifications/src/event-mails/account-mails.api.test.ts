import { RegistrationRepeated } from '@shop/contracts/events';
import { deliver, untilBlocked } from '@shop/runtime/testing';
import { subscriptionsOf } from '../subscriptions';
import { operator, site, useNotifications } from '../testing/notifications-app';

const subscriptions = subscriptionsOf(site, operator);
const shop = useNotifications();

const registerAgain = (userId: number, email: string) =>
  deliver(shop.source, subscriptions, RegistrationRepeated({ userId, email, name: 'Mara' }), 2);
const recipients = async () => (await shop.mails()).map(({ to }) => to);
/** Makes all mails this many minutes older, and their hours too. */
const later = (minutes: number) =>
  shop.source.query(
    `UPDATE mails SET created_at = created_at - make_interval(mins => $1),
       about = split_part(about, ' ', 1) || ' ' || (created_at - make_interval(mins => $1))`,
    [minutes],
  );

test('an owner hears of registrations with their address once in an hour, also when the clock strikes; another owner beside them', async () => {
  await registerAgain(2, 'mara@example.com');
  await later(59);
  await registerAgain(2, 'mara@example.com');
  await registerAgain(22, 'noa@example.com');
  expect(await recipients()).toEqual(['mara@example.com', 'noa@example.com']);
  await later(2);
  await registerAgain(2, 'mara@example.com');
  expect(await recipients()).toEqual(['mara@example.com', 'noa@example.com', 'mara@example.com']);
});

test('an owner gets one mail about several registrations at the same moment', async () => {
  const writing = shop.source.createQueryRunner();
  await writing.startTransaction();
  await writing.query('LOCK TABLE mails IN SHARE MODE');
  const registrations: Promise<void>[] = [];
  for (let n = 1; n <= 2; n += 1) {
    registrations.push(registerAgain(2, 'mara@example.com'));
    await untilBlocked(shop.source, n);
  }
  await writing.commitTransaction();
  await writing.release();
  await Promise.all(registrations);
  expect(await recipients()).toEqual(['mara@example.com']);
});
