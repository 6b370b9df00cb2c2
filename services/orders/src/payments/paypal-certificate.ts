import { X509Certificate, type KeyObject } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { isPaypal } from '@shop/contracts/forms';

/** PayPal's own names, such as `CERT-360caa42-fca2a594-1d93a270`. */
const PATH = /^\/v1\/notifications\/certs\/CERT-[0-9a-f]{1,16}(-[0-9a-f]{1,16}){0,5}$/;
/** The hosts from which PayPal serves them, by the kind of its API. */
const HOSTS = {
  sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
  production: ['api.paypal.com', 'api-m.paypal.com'],
};

/**
 * Whether a signing certificate may be fetched from this address: one that PayPal uses for this kind of API, spelled as PayPal
 * spells it, or outside production that of its stand-in.
 */
export function isCertificateAddress(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href, protocol, username, password, search, hash, pathname, hostname, port } = new URL(address);
  if (href !== address || username || password || search || hash || !PATH.test(pathname)) return false;
  if (isStandIn(address, apiUrl)) return true;
  const hosts = new URL(apiUrl).hostname.includes('sandbox') ? HOSTS.sandbox : HOSTS.production;
  return protocol === 'https:' && port === '' && hosts.includes(hostname);
}

/** Whether the address belongs to a stand-in, which signs its own certificate. PayPal's certificates end at a public authority. */
export const isStandIn = (address: string, apiUrl: string) =>
  !isPaypal(apiUrl) && new URL(address).origin === new URL(apiUrl).origin;

/**
 * The key in a certificate (PEM; the authorities above it may follow) if it is PayPal's, current, and issued by an authority that
 * Node knows. PayPal has also sent its certificate alone; then the connection to PayPal must do.
 * @returns null for all others
 */
export function trustedKey(pem: string, selfRooted: boolean, at = Date.now()): { key: KeyObject; until: number } | null {
  try {
    const [leaf, ...above] = (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [])
      .slice(0, 8)
      .map((text) => new X509Certificate(text));
    if (!leaf || !isNamed(leaf) || leaf.publicKey.asymmetricKeyType !== 'rsa') return null;
    const chain = chainOf(leaf, above);
    if (!chain.every((certificate) => isCurrent(certificate, at)) || (above.length > 0 && chain.length === 1)) return null;
    if (!endsWell(chain.at(-1) ?? leaf, chain.length, selfRooted, at)) return null;
    return { key: leaf.publicKey, until: Date.parse(leaf.validTo) };
  } catch {
    return null;
  }
}

const isNamed = ({ subject }: X509Certificate) => /^CN=messageverificationcerts(\.[a-z0-9-]+)*\.paypal\.com$/m.test(subject);
const isCurrent = ({ validFrom, validTo }: X509Certificate, at: number) =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo);
const hasIssued = (issuer: X509Certificate, certificate: X509Certificate) =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

function chainOf(leaf: X509Certificate, above: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1) ?? leaf;
    const issuer = above.find((candidate) => !chain.includes(candidate) && hasIssued(candidate, last));
    if (!issuer) return chain;
    chain.push(issuer);
  }
}

function endsWell(top: X509Certificate, length: number, selfRooted: boolean, at: number): boolean {
  if (top.checkIssued(top))
    return selfRooted ? length > 1 && hasIssued(top, top) : knownRoots().some((root) => root.raw.equals(top.raw));
  if (selfRooted) return false;
  return knownRoots().some((root) => isCurrent(root, at) && hasIssued(root, top)) || length === 1;
}

let roots: X509Certificate[] | undefined;
const knownRoots = () => (roots ??= rootCertificates.map((pem) => new X509Certificate(pem)));
