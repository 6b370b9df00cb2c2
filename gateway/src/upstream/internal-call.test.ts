import { z } from 'zod';
import { readAnswer } from './internal-call';

const Declared = z.strictObject({ sold: z.int(), days: z.array(z.strictObject({ day: z.string() })) });

test('undeclared fields of a newer release are left out, at any depth', () => {
  const body = { sold: 2, returned: 1, days: [{ day: '2026-03-01' }, { day: '2026-03-02', orders: 2 }] };
  expect(readAnswer(Declared, body)).toEqual({ sold: 2, days: [{ day: '2026-03-01' }, { day: '2026-03-02' }] });
});

test.each([
  ['less', { days: [] }],
  ['something else', { sold: 'two', days: [] }],
  ['less and more', { returned: 1, days: [] }],
])('an answer that says %s is none', (_what, body) => {
  expect(() => readAnswer(Declared, body)).toThrow(z.ZodError);
});
