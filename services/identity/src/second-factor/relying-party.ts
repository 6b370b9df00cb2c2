/** The site that a passkey is for. Browsers use a passkey at this origin alone, whatever page asks for it. */
export type RelyingParty = { id: string; origin: string; name: string };

/** The site of the shop's own address; people are shown it by `name`. */
export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}
