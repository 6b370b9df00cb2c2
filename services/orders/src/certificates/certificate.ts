import { createHash, createPrivateKey, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '@shop/contracts/constants';
import type { CertificateText, JwksView } from '@shop/contracts/views';
import { CompactSign } from 'jose';

/** A new code: each letter is one of 32, so 26 of them are 130 random bits. */
export const newCode = (): string =>
  [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');

/** A new salt for a buyer's name, in hex. */
export const newSalt = (): string => randomBytes(32).toString('hex');

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** What a certificate's text says about its buyer: the bytes of the salt, then the name in UTF-8 (NFC). */
export const buyerHash = (salt: string, name: string): string =>
  sha256(Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(name.normalize('NFC'))]));

/**
 * The text of a certificate: JSON after RFC 8785. Its members are texts, null and whole numbers, for which that form is
 * JSON.stringify with sorted members.
 */
export const certificateText = (facts: Omit<CertificateText, 'v'>): string => canonicalJson({ ...facts, v: 1 });

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** The 16 bytes that come before a seed in a private key of Ed25519 (RFC 8410, PKCS #8). */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key of a seed of 32 bytes. */
export const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });

/** The public key of a seed: 32 bytes. */
export const publicKeyOf = (seed: Buffer): Buffer =>
  Buffer.from(createPublicKey(signingKey(seed)).export({ format: 'jwk' }).x ?? '', 'base64url');

/** The name of a public key, which its signatures state: the first 8 bytes of its SHA-256 in hex. */
const keyName = (publicKey: Buffer): string => sha256(publicKey).slice(0, 16);

/** Signs the text of a certificate. @returns a compact JWS, whose payload is the very text */
export const signText = (text: string, seed: Buffer): Promise<string> =>
  new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'Ed25519', kid: keyName(publicKeyOf(seed)) })
    .sign(signingKey(seed));

/** A public key as RFC 7517 writes it. */
export const jwkOf = (publicKey: Buffer): JwksView['keys'][number] => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: publicKey.toString('base64url'),
  kid: keyName(publicKey),
  use: 'sig',
  alg: 'Ed25519',
});
