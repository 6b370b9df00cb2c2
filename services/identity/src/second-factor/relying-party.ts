/** Whom a passkey is for. Browsers use one only at this origin, whatever page asks for it. */
export type RelyingParty = { id: string; origin: string; name: string };

export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}
