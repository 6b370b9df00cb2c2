import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyPairKeyObjectResult,
} from 'node:crypto';

/** The certificate of a webhook's signature and that of its issuer, as PEM texts one after the other. */
type ServedCertificate = { id: string; pem: string };

const YEAR_MS = 365 * 24 * 3_600_000;
const SHA256_WITH_RSA = '2a864886f70d01010b';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';

let ownAuthority: KeyPairKeyObjectResult | undefined;
/** A process makes the authority's keys once, because making them takes longer than a simulator's start. */
const authority = () => (ownAuthority ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));

/**
 * Issues a certificate like PayPal's for the simulator's key: a leaf that its own authority has signed. Node reads certificates but makes
 * none, so the few fields are written in DER by hand.
 */
export function issueCertificate(publicKey: string): ServedCertificate {
  const { privateKey: signingKey, publicKey: rootKey } = authority();
  const issue = (subject: string, key: Buffer, isAuthority: boolean) => {
    const tbs = sequence(
      encodeTag(0xa0, integer(Buffer.from([2]))),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      algorithm,
      name('PayPal simulator authority'),
      sequence(time(Date.now() - 24 * 3_600_000), time(Date.now() + 5 * YEAR_MS)),
      name(subject),
      key,
      encodeTag(0xa3, sequence(constraints(isAuthority))),
    );
    return new X509Certificate(sequence(tbs, algorithm, bits(sign('sha256', tbs, signingKey)))).toString();
  };
  const leaf = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  const root = rootKey.export({ type: 'spki', format: 'der' });
  return {
    id: `CERT-${createHash('sha256').update(leaf).digest('hex').slice(0, 16)}`,
    pem: issue('messageverificationcerts.paypal.com', leaf, false) + issue('PayPal simulator authority', root, true),
  };
}

function encodeTag(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}
const sequence = (...parts: Buffer[]) => encodeTag(0x30, Buffer.concat(parts));
const integer = (value: Buffer) => encodeTag(0x02, value);
const oid = (hex: string) => encodeTag(0x06, Buffer.from(hex, 'hex'));
const bits = (value: Buffer) => encodeTag(0x03, Buffer.concat([Buffer.from([0]), value]));
const time = (at: number) => encodeTag(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const name = (common: string) => sequence(encodeTag(0x31, sequence(oid(COMMON_NAME), encodeTag(0x0c, Buffer.from(common)))));
const algorithm = sequence(oid(SHA256_WITH_RSA), Buffer.from([0x05, 0x00]));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const constraints = (isAuthority: boolean) =>
  sequence(oid(BASIC_CONSTRAINTS), TRUE, encodeTag(0x04, isAuthority ? sequence(TRUE) : sequence()));
