import { z } from 'zod';
import { anyQuery, content, storedFile } from './call';

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
