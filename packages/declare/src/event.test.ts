import { z } from 'zod';
import { defineEvent } from './event';

const Sold = defineEvent('orders.sold', z.object({ productId: z.int() }), { heardBy: ['catalog'], title: 'Sold' });

test('an event is checked on its way out, and only what is declared goes', () => {
  expect(Sold({ productId: 7 })).toEqual({ type: 'orders.sold', data: { productId: 7 } });
  expect(Sold({ productId: 7, note: 'x' } as never).data).toEqual({ productId: 7 });
  expect(() => Sold({ productId: 'x' } as never)).toThrow();
  expect([Sold.type, Sold.heardBy, Sold.secret]).toEqual(['orders.sold', ['catalog'], false]);
});

test('a declaration has the options that its program added, and those that were left out', () => {
  expect([Sold.title, Sold.holdsHours]).toEqual(['Sold', 1]);
  const Asked = defineEvent('orders.asked', z.object({ code: z.string() }), { heardBy: [], secret: true, holdsHours: 24 });
  expect([Asked.secret, Asked.holdsHours]).toEqual([true, 24]);
});
