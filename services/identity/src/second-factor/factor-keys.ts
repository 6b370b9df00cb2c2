import { derivedRing, type KeyRing } from '@shop/shared';

/** The site that a passkey is for. Browsers use a passkey at this origin alone. */
export type RelyingParty = { id: string; origin: string; name: string };

/** The site of the shop's own address; browsers show people its `name`. */
export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}

/**
 * `sealing` encrypts the secrets of second factors. `hashing` made the hashes of older releases' recovery codes, which have no
 * key of their own.
 */
export type FactorKeys = { sealing: KeyRing; hashing: KeyRing };

export const factorKeys = (ring: KeyRing): FactorKeys => ({
  sealing: derivedRing(ring, 'authenticator-app'),
  hashing: derivedRing(ring, 'recovery-code'),
});
