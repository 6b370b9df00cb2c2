import { derivedRing, type KeyRing } from '@shop/shared';

/**
 * `sealing` encrypts the secrets of second factors. `hashing` made the hashes of older releases' recovery codes, which have no
 * key of their own.
 */
export type FactorKeys = { sealing: KeyRing; hashing: KeyRing };

export const factorKeys = (ring: KeyRing): FactorKeys => ({
  sealing: derivedRing(ring, 'authenticator-app'),
  hashing: derivedRing(ring, 'recovery-code'),
});
