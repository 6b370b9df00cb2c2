import { z } from 'zod';
import { defineEvent } from './define-event';
import * as events from './events';

const Sold = defineEvent('orders.sold', z.object({ productId: z.int() }), { heardBy: ['catalog'] });

test('an event is checked on its way out, and only what is declared goes', () => {
  expect(Sold({ productId: 7 })).toEqual({ type: 'orders.sold', data: { productId: 7 } });
  expect(Sold({ productId: 7, note: 'x' } as never).data).toEqual({ productId: 7 });
  expect(() => Sold({ productId: 'x' } as never)).toThrow();
  expect([Sold.type, Sold.heardBy, Sold.secret]).toEqual(['orders.sold', ['catalog'], false]);
});

test('every event has a name of its own, below its owner, in lower case; what carries a code or token is secret', () => {
  const all = Object.values(events).flatMap((one) => ('heardBy' in one ? [one] : []));
  expect(all.length).toBeGreaterThan(15);
  expect(new Set(all.map((event) => event.type)).size).toBe(all.length);
  for (const event of all) {
    expect(event.type).toMatch(/^(identity|catalog|orders|sellers|notifications|shop)\.[a-z]+(-[a-z]+)*$/);
    const fields = JSON.stringify(z.toJSONSchema(event.shape, { unrepresentable: 'any', io: 'input' }));
    expect([event.type, event.secret === true]).toEqual([event.type, /"(code|token)":/.test(fields)]);
  }
});
