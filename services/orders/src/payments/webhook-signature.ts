import { verify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SignedWebhook } from './payment-gateway';
import { isCertificateAddress, isStandIn, trustedKey } from './paypal-certificate';

type SignatureConfig = { PAYPAL_WEBHOOK_ID: string; PAYPAL_API_URL: string; PAYPAL_TIMEOUT_MS: number };

/** PayPal repeats a webhook for three days; the fourth day allows for a wrong clock. */
const OLDEST_MS = 4 * 24 * 3_600_000;
const AHEAD_MS = 10 * 60_000;
/** How long a refused certificate is remembered, and the period in which unproven names are counted. */
const PERIOD_MS = 10 * 60_000;
/**
 * How many unproven names are fetched in a period: for one sender, and for all strangers. PayPal changes its own once a
 * year. A sender whose certificate was good once is no stranger.
 */
const UNPROVEN = { ofSender: 3, ofStrangers: 60 };

const HEADERS = {
  algorithm: 'paypal-auth-algo',
  certificate: 'paypal-cert-url',
  id: 'paypal-transmission-id',
  signature: 'paypal-transmission-sig',
  time: 'paypal-transmission-time',
};
type SignatureHeaders = Record<keyof typeof HEADERS, string>;
type Key = KeyObject | 'forged' | 'unknown';

/** The five headers with which PayPal signs a webhook; null when one is missing or cannot be PayPal's. */
export function signedHeaders({ headers }: SignedWebhook): SignatureHeaders | null {
  const entries = Object.entries(HEADERS).map(([name, header]) => [name, headers[header]] as const);
  if (entries.some(([, value]) => typeof value !== 'string' || value === '' || value.length > 2000)) return null;
  return Object.fromEntries(entries) as SignatureHeaders;
}

/**
 * Checks PayPal's signature of a webhook in this process, as PayPal documents it: SHA256withRSA over the transmission's id and
 * time, the webhook's id and the checksum of the raw body, with a certificate that PayPal serves. Certificates are fetched once.
 */
export function createSignatureCheck(config: SignatureConfig) {
  const keyAt = createKeys(config);
  const plausible = (webhook: SignedWebhook) => {
    const signature = signedHeaders(webhook);
    return signature && isPlausible(signature, config) ? signature : null;
  };
  return {
    /** Whether this webhook can be checked without a call: its certificate is known, or it is refused anyway. */
    asksNobody(webhook: SignedWebhook): boolean {
      const signature = plausible(webhook);
      return !signature || keyAt.isKept(signature.certificate);
    },

    /** `sender`: the client address, for the count of certificates that nobody has proven. */
    async check(webhook: SignedWebhook, sender: string): Promise<'fits' | 'forged' | 'unknown'> {
      const signature = plausible(webhook);
      if (!signature) return 'forged';
      const key = await keyAt.get(signature.certificate, sender);
      if (typeof key === 'string') return key;
      const text = `${signature.id}|${signature.time}|${config.PAYPAL_WEBHOOK_ID}|${crc32(webhook.rawBody)}`;
      if (!verify('sha256', Buffer.from(text), key, Buffer.from(signature.signature, 'base64'))) return 'forged';
      keyAt.trust(sender);
      return 'fits';
    },
  };
}

function isPlausible(signature: SignatureHeaders, { PAYPAL_API_URL }: SignatureConfig): boolean {
  const age = Date.now() - Date.parse(signature.time);
  const timely = age <= OLDEST_MS && age >= -AHEAD_MS;
  return timely && signature.algorithm === 'SHA256withRSA' && isCertificateAddress(signature.certificate, PAYPAL_API_URL);
}

/**
 * The keys of certificates by their address. Parallel callers share one fetch. Proven certificates are kept until they end; those
 * that were only named are remembered for a period, counted, and cannot displace them.
 */
function createKeys(config: SignatureConfig) {
  const proven = new Map<string, { key: KeyObject; until: number }>();
  const refusedUntil = new Map<string, number>();
  const fetching = new Map<string, Promise<Key>>();
  const provenSenders = new Set<string>();
  /** The unproven names, each with whoever named it first. */
  const unprovenNames = new Map<string, { sender: string; until: number }>();

  const cachedKey = (address: string): Exclude<Key, 'unknown'> | undefined => {
    const entry = proven.get(address);
    if (entry && entry.until > Date.now()) return entry.key;
    return (refusedUntil.get(address) ?? 0) > Date.now() ? 'forged' : undefined;
  };

  /** A name that is counted already may be fetched again: PayPal may have been away. */
  function mayFetch(address: string, sender: string): boolean {
    for (const [name, { until }] of unprovenNames) if (until <= Date.now()) unprovenNames.delete(name);
    if (unprovenNames.has(address)) return true;
    const senders = [...unprovenNames.values()].map((entry) => entry.sender);
    const ofStrangers = senders.filter((candidate) => !provenSenders.has(candidate)).length;
    if (senders.filter((candidate) => candidate === sender).length >= UNPROVEN.ofSender) return false;
    if (!provenSenders.has(sender) && ofStrangers >= UNPROVEN.ofStrangers) return false;
    unprovenNames.set(address, { sender, until: Date.now() + PERIOD_MS });
    return true;
  }

  async function fetchKey(address: string, sender: string): Promise<Key> {
    if (!mayFetch(address, sender)) return 'unknown';
    try {
      const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(config.PAYPAL_TIMEOUT_MS) });
      if (answer.status >= 500 || answer.status === 429) return 'unknown';
      const trustedEntry = answer.ok ? trustedKey(await answer.text(), isStandIn(address, config.PAYPAL_API_URL)) : null;
      if (trustedEntry) {
        proven.set(address, trustedEntry);
        unprovenNames.delete(address);
        return trustedEntry.key;
      }
      for (const [name, until] of refusedUntil) if (until <= Date.now()) refusedUntil.delete(name);
      refusedUntil.set(address, Date.now() + PERIOD_MS);
      return 'forged';
    } catch {
      return 'unknown';
    }
  }

  return {
    isKept: (address: string) => cachedKey(address) !== undefined,
    trust: (sender: string) => void provenSenders.add(sender),
    async get(address: string, sender: string): Promise<Key> {
      const key = cachedKey(address);
      if (key) return key;
      const running = fetching.get(address) ?? fetchKey(address, sender).finally(() => fetching.delete(address));
      fetching.set(address, running);
      return running;
    },
  };
}
