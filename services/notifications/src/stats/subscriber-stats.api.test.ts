import { as, asAdmin, asGateway } from '@shop/runtime/testing';
import request from 'supertest';
import { useNotifications } from '../testing/notifications-app';

const shop = useNotifications();

const stats = (caller = asGateway()) => request(shop.app).get('/internal/subscriber-stats').set(caller);

test('counts subscribers, and those who confirmed', async () => {
  expect((await stats()).body).toEqual({ totalSubscribers: 0, activeSubscribers: 0 });
  await shop.source.query(
    `INSERT INTO subscribers (email, is_active, unsubscribe_token)
     VALUES ('a@example.com', true, 'a'), ('b@example.com', false, 'b'), ('c@example.com', true, 'c')`,
  );
  expect((await stats()).body).toEqual({ totalSubscribers: 3, activeSubscribers: 2 });
});

test('is told to the gateway alone', async () => {
  for (const caller of [as(), asAdmin()]) expect((await stats(caller)).status).toBe(404);
});
