import { z } from 'zod';
import { anyQuery, content, storedFile } from './call';
import { defineEvent } from './event';

test('a query that refuses nothing reads what fits and leaves out the rest', () => {
  const Query = anyQuery(z.strictObject({ page: z.coerce.number().int(), sort: z.enum(['new', 'old']) }));
  expect(Query.parse({ page: '2', sort: 'new', other: 'x' })).toEqual({ page: 2, sort: 'new', other: 'x' });
  expect(Query.parse({ page: 'two', sort: 'best' })).toEqual({ page: undefined, sort: undefined });
  expect(Query.parse({})).toEqual({});
});

test('a stored file is answered whole, in parts, or not modified; other content is not written piece by piece', () => {
  const bytes = { types: ['image/webp'], streamed: true };
  expect(storedFile('image/webp')).toEqual({ 200: bytes, 206: bytes, 304: null, 416: null });
  expect(content('text/csv')).toEqual({ types: ['text/csv'], streamed: false });
});

const Sold = defineEvent('orders.sold', z.object({ productId: z.int() }), { heardBy: ['catalog'], title: 'Sold' });

test('an event is checked on its way out, and only what is declared goes', () => {
  expect(Sold({ productId: 7 })).toEqual({ type: 'orders.sold', data: { productId: 7 } });
  expect(Sold({ productId: 7, note: 'x' } as never).data).toEqual({ productId: 7 });
  expect(() => Sold({ productId: 'x' } as never)).toThrow();
  expect([Sold.type, Sold.heardBy, Sold.secret]).toEqual(['orders.sold', ['catalog'], false]);
});

test('a declaration has the options that its program added, and those that were left out', () => {
  expect([Sold.title, Sold.holdsHours]).toEqual(['Sold', 1]);
  const Requested = defineEvent('orders.asked', z.object({ code: z.string() }), { heardBy: [], secret: true, holdsHours: 24 });
  expect([Requested.secret, Requested.holdsHours]).toEqual([true, 24]);
});
