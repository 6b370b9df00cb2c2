/** The site that a passkey is for. Browsers use a passkey at this origin alone. */
export type RelyingParty = { id: string; origin: string; name: string };

/** The site of the shop's own address; browsers show people its `name`. */
export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}
