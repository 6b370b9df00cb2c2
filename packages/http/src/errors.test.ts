import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { z } from 'zod';
import { leftBy, refusalOf } from './errors';

const refused = (schema: z.ZodType, input: unknown) => {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('this was meant to be refused');
  const { message, extra } = refusalOf(result.error);
  return { field: extra.field, message };
};
const id = z.union([z.number(), z.string().regex(/^\d+$/, 'Must be a whole number')], { error: 'Must be a whole number' });

test.each<[string, z.ZodType, unknown, { field: string | undefined; message: string }]>([
  ['a field', z.object({ a: z.string('A is missing') }), {}, { field: 'a', message: 'A is missing' }],
  [
    'a field below others',
    z.object({ a: z.array(z.object({ b: z.int('whole') })) }),
    { a: [{ b: 1 }, { b: 'x' }] },
    { field: 'a.1.b', message: 'whole' },
  ],
  ['an unknown field', z.strictObject({}), { x: 1, y: 2 }, { field: 'x', message: 'Unknown field x, y' }],
  [
    'an unknown field below others',
    z.object({ a: z.strictObject({}) }),
    { a: { x: 1 } },
    { field: 'a.x', message: 'Unknown field x' },
  ],
  ['a union with words of its own', z.object({ a: id }), { a: true }, { field: 'a', message: 'Must be a whole number' }],
  [
    'a union of shapes: the one that came closest',
    z.object({ a: z.union([z.string(), z.object({ b: z.string('B is missing') })]) }),
    { a: {} },
    { field: 'a.b', message: 'B is missing' },
  ],
  [
    'a union in a union',
    z.object({ list: z.array(z.union([id, z.looseObject({ id })])) }),
    { list: [1, { id: 'x' }] },
    { field: 'list.1.id', message: 'Must be a whole number' },
  ],
  [
    'a union in a union without words',
    z.object({ a: z.union([z.null(), z.object({ b: z.union([z.literal(''), z.string().min(8, 'Too short')]) })]) }),
    { a: { b: 'x' } },
    { field: 'a.b', message: 'Too short' },
  ],
  [
    'an empty text, nothing, or a rule: the rule speaks',
    z.object({ password: z.union([z.literal(''), z.null(), z.string('Please enter text')]) }),
    { password: 5 },
    { field: 'password', message: 'Please enter text' },
  ],
  ['nothing at all', z.object({ a: z.string() }), undefined, { field: undefined, message: 'This field is required' }],
])('%s', (_name, schema, input, wanted) => {
  expect(refused(schema, input)).toEqual(wanted);
});

test('every problem is in the details', () => {
  const result = z.object({ a: z.string('A'), b: z.string('B') }).safeParse({});
  expect(refusalOf(result.error!).extra.details).toEqual([
    { field: 'a', message: 'A' },
    { field: 'b', message: 'B' },
  ]);
});

test('an upload is refused once its sender has left, even if they left before the question', () => {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const signal = leftBy(res);
  expect(signal.aborted).toBe(false);
  res.destroy();
  res.emit('close');
  const refused = { status: 400, code: 'given-up' };
  expect([signal.reason, leftBy(res).reason]).toMatchObject([refused, refused]);
});
