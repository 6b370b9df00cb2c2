import type { KeyRing } from '@shop/shared';
import { downloadUrl, isToken } from './links';
import type { OrderItem } from './order-item.entity';

const [older, newer] = [Buffer.from('the older download key'), Buffer.from('the newer download key')];
const item = { orderId: 12, productId: 3, linkRevision: 1 } as OrderItem;
const made = (ring: KeyRing) => new URL(downloadUrl(ring, item, false), 'http://shop').searchParams.get('token')!;
const opens = (ring: KeyRing, token: string) => isToken(token, ring, 12, '3', 1);

test('while the key is changed, links of one replica open on the one beside it, and old ones until the old key goes', () => {
  const steps: KeyRing[] = [[older], [older, newer], [newer, older], [newer]];
  for (const [at, ring] of steps.entries())
    for (const beside of steps.slice(Math.max(0, at - 1), at + 2)) expect(opens(beside, made(ring))).toBe(true);
  expect(steps.map((ring) => opens(ring, made([older])))).toEqual([true, true, true, false]);
});
