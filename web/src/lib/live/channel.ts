/**
 * A channel to the other windows of this browser; null in an old browser, and where site data are blocked, when Firefox throws.
 */
export function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
