import { CLAIM_STATES, type ClaimState } from '@shop/contracts/constants';
import { CLAIM_MOVES, isOpen, waitsFor, type ClaimNews } from './claim-process';

const NEWS: ClaimNews[] = ['seller-wrote', 'repair', 'refund', 'refuse', 'withdraw', 'money-went-back'];

/** Every cell, written out: a dash changes nothing. */
const TABLE = `
  state     | seller-wrote | repair   | refund   | refuse  | withdraw  | money-went-back
  open      | answered     | repaired | refunded | refused | withdrawn | refunded
  answered  | -            | repaired | refunded | refused | withdrawn | refunded
  repaired  | -            | -        | -        | -       | -         | -
  refunded  | -            | -        | -        | -       | -         | -
  refused   | -            | -        | -        | -       | -         | -
  withdrawn | -            | -        | -        | -       | -         | -
`;
const [head, ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));

test('the table of this test has every state and every news', () => {
  expect(head!.slice(1)).toEqual(NEWS);
  expect(rows.map(([state]) => state)).toEqual([...CLAIM_STATES]);
});

describe.each(rows.map(([state, ...cells]) => [state as ClaimState, cells] as const))('a claim that is %s', (state, cells) => {
  test.each(NEWS.map((news, at) => [news, cells[at]!] as const))('%s: %s', (news, becomes) => {
    expect(CLAIM_MOVES[state][news] ?? '-').toBe(becomes);
  });
});

test('only open and answered claims are open', () => {
  expect(CLAIM_STATES.filter(isOpen)).toEqual(['open', 'answered']);
});

test('a claim waits for its seller, then for the house, and for nobody once it has ended', () => {
  const [sellerDueAt, houseDueAt] = [new Date('2026-12-03T21:00:00Z'), new Date('2026-12-14T21:00:00Z')];
  const at = (state: ClaimState, now: string, due: Date | null = sellerDueAt) =>
    waitsFor({ state, sellerDueAt: due, houseDueAt }, new Date(now))?.side ?? null;
  expect(at('open', '2026-12-01T00:00:00Z')).toBe('seller');
  expect(at('open', '2026-12-03T21:00:00Z')).toBe('house');
  expect(at('answered', '2026-12-01T00:00:00Z')).toBe('house');
  expect(at('open', '2026-12-01T00:00:00Z', null)).toBe('house');
  expect(at('refused', '2026-12-01T00:00:00Z')).toBeNull();
});
