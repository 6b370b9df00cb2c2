/**
 * A channel to the other windows of this browser, or null where there is none: in an old browser, and where site data are blocked, which
 * Firefox says by throwing.
 */
export function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
