import { isDeliverySignature, signDelivery, type Delivery } from './delivery';
import type { KeyRing } from './key-ring';

const [first, second] = [Buffer.from('the first delivery key'), Buffer.from('the second delivery key')];
const delivery: Delivery = { packageId: 3, orderId: 12, revision: 1, scope: 'track', until: 1_800_000_000 };

test('an address is good for what it says alone', () => {
  const keys: KeyRing = [first];
  const signature = signDelivery(keys, delivery);
  expect(isDeliverySignature(signature, keys, delivery)).toBe(true);
  const variants: Partial<Delivery>[] = [
    { packageId: 4 },
    { orderId: 13 },
    { revision: 2 },
    { scope: 'full' },
    { until: 1_800_000_001 },
  ];
  for (const variant of variants) expect(isDeliverySignature(signature, keys, { ...delivery, ...variant })).toBe(false);
  for (const wrong of ['', signature.slice(0, -1), `${signature}x`])
    expect(isDeliverySignature(wrong, keys, delivery)).toBe(false);
});

test('while keys are changed, addresses of both are taken, and the first signs', () => {
  const signature = signDelivery([first], delivery);
  expect(isDeliverySignature(signature, [second, first], delivery)).toBe(true);
  expect(isDeliverySignature(signature, [second], delivery)).toBe(false);
  expect(signDelivery([second, first], delivery)).toBe(signDelivery([second], delivery));
});
