import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** The keys of one purpose. The first one signs and encrypts; all of them verify and decrypt, so that a key can be changed while in use. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

const KEY = 'Must be 32 bytes as base64 (openssl rand -base64 32), one key on each line';
const SECRET = 'Must have at least 16 characters, one secret on each line';

/**
 * A variable with keys for encryption: 32 bytes as base64 each, one on each line (`\n` in env files).
 * @returns the ring
 */
export const keyRing = ringOf(KEY, (line) => (/^[A-Za-z0-9+/]{43}=$/.test(line) ? Buffer.from(line, 'base64') : null));

/**
 * A variable with secrets for signatures: texts of at least 16 characters, one on each line.
 * @returns the ring
 */
export const secretRing = ringOf(SECRET, (line) => (line.length >= 16 ? Buffer.from(line) : null));

function ringOf(problem: string, read: (line: string) => Buffer | null) {
  return z.string({ error: problem }).transform((text, context): KeyRing => {
    const [first, ...otherKeys] = linesOf(text).map(read);
    if (first && otherKeys.every((key) => key !== null)) return [first, ...otherKeys];
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

const linesOf = (text: string) =>
  text
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A ring for one purpose, derived from the keys of another ring, in the same order. */
export const derivedRing = ([first, ...otherKeys]: KeyRing, purpose: string): KeyRing => {
  const derive = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  return [derive(first), ...otherKeys.map(derive)];
};

/** The name of a key, which reveals nothing about the key. */
export const keyId = (key: Buffer): string => idOf(key).toString('hex');

const idOf = (key: Buffer) => createHash('sha256').update('key id').update(key).digest().subarray(0, 4);

const FORMAT = Buffer.from([1]);
const NONCE = 12;
const TAG = 16;

/** The first bytes of every text that `seal` makes with the ring's first key. */
export const sealedByFirst = ([first]: KeyRing): Buffer => Buffer.concat([FORMAT, idOf(first)]);

/**
 * Encrypts with the ring's first key by AES-256-GCM. `boundTo` is authenticated too: the text opens only with the same value.
 * @returns format, key id, nonce, tag and text in one
 */
export function seal(ring: KeyRing, boundTo: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', ring[0], nonce).setAAD(Buffer.from(boundTo));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([sealedByFirst(ring), nonce, cipher.getAuthTag(), text]);
}

/**
 * Decrypts a text that `seal` made with any key of the ring. Texts of older releases name no key, so each key is tried on them.
 * @throws Error when the key is not in the ring, for another `boundTo`, or when a bit of the text was changed
 */
export function open(ring: KeyRing, boundTo: string, sealedBytes: Buffer): Buffer {
  const namedKey = ring.find((key) => sealedBytes.subarray(0, 5).equals(Buffer.concat([FORMAT, idOf(key)])));
  const tries = [
    ...(namedKey ? [[namedKey, sealedBytes.subarray(5)] as const] : []),
    ...ring.map((key) => [key, sealedBytes] as const),
  ];
  for (const [key, text] of tries) {
    const plaintext = openWith(key, boundTo, text);
    if (plaintext) return plaintext;
  }
  throw new Error('No key of the ring opens this');
}

function openWith(key: Buffer, boundTo: string, text: Buffer): Buffer | null {
  if (text.length < NONCE + TAG) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, text.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(text.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(text.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
