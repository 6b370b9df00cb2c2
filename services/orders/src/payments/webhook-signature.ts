import { verify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SignedWebhook } from './payment-gateway';
import { isCertificateAddress, isStandIn, trustedKey } from './paypal-certificate';

type SignatureConfig = { PAYPAL_WEBHOOK_ID: string; PAYPAL_API_URL: string; PAYPAL_TIMEOUT_MS: number };

/** PayPal repeats a webhook for three days; the fourth day allows for a wrong clock. */
const OLDEST_MS = 4 * 24 * 3_600_000;
const AHEAD_MS = 10 * 60_000;
const REFUSED_MS = 10 * 60_000;
/** How many unknown certificates are fetched in ten minutes in all. PayPal changes its own once a year. */
const UNSEEN = 20;

const HEADERS = {
  algorithm: 'paypal-auth-algo',
  certificate: 'paypal-cert-url',
  id: 'paypal-transmission-id',
  signature: 'paypal-transmission-sig',
  time: 'paypal-transmission-time',
};
type Signed = Record<keyof typeof HEADERS, string>;
type Key = KeyObject | 'forged' | 'unknown';

/** The five headers with which PayPal signs a webhook; null when one is missing or cannot be PayPal's. */
export function signedHeaders({ headers }: SignedWebhook): Signed | null {
  const found = Object.entries(HEADERS).map(([name, header]) => [name, headers[header]] as const);
  if (found.some(([, value]) => typeof value !== 'string' || value === '' || value.length > 2000)) return null;
  return Object.fromEntries(found) as Signed;
}

/**
 * Checks PayPal's signature of a webhook in this process, as PayPal documents it: SHA256withRSA over the transmission's id and
 * time, the webhook's id and the checksum of the raw body, with a certificate that PayPal serves. Certificates are fetched once.
 */
export function createSignatureCheck(config: SignatureConfig) {
  const keyAt = createKeys(config);
  const plausible = (webhook: SignedWebhook) => {
    const signed = signedHeaders(webhook);
    return signed && isPlausible(signed, config) ? signed : null;
  };
  return {
    /** Whether this webhook can be checked without a call: its certificate is known, or it is refused anyway. */
    asksNobody(webhook: SignedWebhook): boolean {
      const signed = plausible(webhook);
      return !signed || keyAt.isKept(signed.certificate);
    },

    async check(webhook: SignedWebhook): Promise<'fits' | 'forged' | 'unknown'> {
      const signed = plausible(webhook);
      if (!signed) return 'forged';
      const key = await keyAt.get(signed.certificate);
      if (typeof key === 'string') return key;
      const text = `${signed.id}|${signed.time}|${config.PAYPAL_WEBHOOK_ID}|${crc32(webhook.rawBody)}`;
      return verify('sha256', Buffer.from(text), key, Buffer.from(signed.signature, 'base64')) ? 'fits' : 'forged';
    },
  };
}

function isPlausible(signed: Signed, { PAYPAL_API_URL }: SignatureConfig): boolean {
  const age = Date.now() - Date.parse(signed.time);
  const timely = age <= OLDEST_MS && age >= -AHEAD_MS;
  return timely && signed.algorithm === 'SHA256withRSA' && isCertificateAddress(signed.certificate, PAYPAL_API_URL);
}

/** The keys of certificates by their address. Parallel callers share one fetch; refused certificates are remembered for a while. */
function createKeys(config: SignatureConfig) {
  const keys = new Map<string, { key: KeyObject | null; until: number }>();
  const fetching = new Map<string, Promise<Key>>();
  let unseen: number[] = [];

  const kept = (address: string) => {
    const found = keys.get(address);
    return found && found.until > Date.now() ? found : undefined;
  };

  /** Keys of good certificates are never dropped, so that naming bad ones cannot make us fetch good ones again. */
  function forgetRefused() {
    for (const [address, { until }] of keys) if (until <= Date.now()) keys.delete(address);
  }

  async function fetchKey(address: string): Promise<Key> {
    unseen = unseen.filter((at) => at > Date.now() - REFUSED_MS);
    if (unseen.length >= UNSEEN) return 'unknown';
    unseen.push(Date.now());
    try {
      const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(config.PAYPAL_TIMEOUT_MS) });
      if (answer.status >= 500 || answer.status === 429) return 'unknown';
      const trusted = answer.ok ? trustedKey(await answer.text(), isStandIn(address, config.PAYPAL_API_URL)) : null;
      forgetRefused();
      keys.set(address, { key: trusted?.key ?? null, until: trusted?.until ?? Date.now() + REFUSED_MS });
      return trusted?.key ?? 'forged';
    } catch {
      return 'unknown';
    }
  }

  return {
    isKept: (address: string) => kept(address) !== undefined,
    async get(address: string): Promise<Key> {
      const found = kept(address);
      if (found) return found.key ?? 'forged';
      const running = fetching.get(address) ?? fetchKey(address).finally(() => fetching.delete(address));
      fetching.set(address, running);
      return running;
    },
  };
}
