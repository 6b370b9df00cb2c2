import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeliveryScope } from '@shop/contracts/constants';
import { secretRing, type KeyRing } from './key-ring';

/** The variable that orders and catalog share. */
export const deliveryConfig = {
  DELIVERY_KEY: secretRing.meta({
    group: 'keys',
    description: 'Signs the addresses at catalog by which buyers fetch the files of packages.',
  }),
};

/** What an address of a package stands for; `until` is in seconds since 1970, `revision` that of the order's links. */
export type Delivery = { packageId: number; orderId: number; revision: number; scope: DeliveryScope; until: number };

const signatureOf = (key: Buffer, { packageId, orderId, revision, scope, until }: Delivery) =>
  createHmac('sha256', key).update(`${packageId}/${orderId}/${revision}/${scope}/${until}`).digest('base64url');

/** The credential of an address; signed with the first key (docs/product/delivery.md#files-of-a-package). */
export const signDelivery = ([key]: KeyRing, delivery: Delivery): string => signatureOf(key, delivery);

/** Whether a key of the ring has signed this very address. */
export function isDeliverySignature(signature: string, keys: KeyRing, delivery: Delivery): boolean {
  const bytes = Buffer.from(signature);
  return keys.some((key) => {
    const expectedBytes = Buffer.from(signatureOf(key, delivery));
    return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes);
  });
}
