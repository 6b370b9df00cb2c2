import { derivedRing, type KeyRing } from '@shop/shared';

/**
 * `sealing` encrypts what second factors need. `hashing` made the hashes of recovery codes of older releases, which have no key
 * of their own.
 */
export type FactorKeys = { sealing: KeyRing; hashing: KeyRing };

/** Derives the keys for both purposes from the configured ones. */
export const factorKeys = (ring: KeyRing): FactorKeys => ({
  sealing: derivedRing(ring, 'authenticator-app'),
  hashing: derivedRing(ring, 'recovery-code'),
});
