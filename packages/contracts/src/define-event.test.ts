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
  const all = Object.values(events).flatMap((one) => (typeof one === 'function' && 'heardBy' in one ? [one] : []));
  expect(all.length).toBeGreaterThan(15);
  expect(new Set(all.map((event) => event.type)).size).toBe(all.length);
  for (const event of all) {
    expect(event.type).toMatch(/^(identity|catalog|orders|sellers|notifications|shop)\.[a-z]+(-[a-z]+)*$/);
    const fields = JSON.stringify(z.toJSONSchema(event.shape, { unrepresentable: 'any', io: 'input' }));
    expect([event.type, event.secret === true]).toEqual([event.type, /"(code|token)":/.test(fields)]);
  }
});

/** What says who somebody is, how to reach them, or what they wrote. */
const PERSONAL =
  /^(email|accountEmail|previousEmail|contactEmail|firstName|lastName|country|device|place|paidTo|word|answer|description|socialLink)$/;

test('what says who somebody is is blanked once it was heard, in every event', () => {
  const all = events.ALL_EVENTS.map(({ type, shape, secret }) => {
    const names = new Set<string>();
    JSON.stringify(z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }), (_key, value: unknown) => {
      const { properties } = (value ?? {}) as { properties?: Record<string, unknown> };
      for (const name of Object.keys(properties ?? {})) names.add(name);
      return value;
    });
    const personal = [...names].filter((name) => PERSONAL.test(name) || (name === 'name' && names.has('email')));
    return { type, kept: secret === true ? [] : personal.filter((name) => !(secret || []).includes(name)) };
  });
  // who bought is told apart from what: the tracks of an order have names too
  expect(all.filter(({ kept }) => kept.some((name) => name !== 'name'))).toEqual([]);
  const named = all.filter(({ kept }) => kept.length > 0).map(({ type }) => type);
  expect(named).toEqual(['orders.order-captured', 'orders.order-placed', 'orders.order-resend-requested']);
});
