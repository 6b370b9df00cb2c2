import { createHash, randomBytes } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '@shop/contracts/constants';
import type { CertificateText, JwksView } from '@shop/contracts/views';
import { CompactSign } from 'jose';
import { canonicalJson } from '../sales-log/log';
import { privateKeyOf, publicKeyOf } from '../sales-log/note';

/** A new code: each letter is one of 32, so 26 of them are 130 random bits. */
export const newCode = (): string =>
  [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');

/** A new salt for a buyer's name, in hex. */
export const newSalt = (): string => randomBytes(32).toString('hex');

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** What a certificate's text says about its buyer: the bytes of the salt, then the name in UTF-8 (NFC). */
export const buyerHash = (salt: string, name: string): string =>
  sha256(Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(name.normalize('NFC'))]));

/** The text of a certificate: JSON after RFC 8785. */
export const certificateText = (facts: Omit<CertificateText, 'v'>): string => canonicalJson({ ...facts, v: 1 });

/** The name of a public key, which its signatures state: the first 8 bytes of its SHA-256 in hex. */
const keyName = (publicKey: Buffer): string => sha256(publicKey).slice(0, 16);

/** Signs the text of a certificate. @returns a compact JWS, whose payload is the very text */
export const signText = (text: string, seed: Buffer): Promise<string> =>
  new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'Ed25519', kid: keyName(publicKeyOf(seed)) })
    .sign(privateKeyOf(seed));

/** A public key as RFC 7517 writes it. */
export const jwkOf = (publicKey: Buffer): JwksView['keys'][number] => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: publicKey.toString('base64url'),
  kid: keyName(publicKey),
  use: 'sig',
  alg: 'Ed25519',
});
