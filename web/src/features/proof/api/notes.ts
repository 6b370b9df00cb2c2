import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { EMPTY_ROOT, sameBytes } from './merkle';
import { Refuted } from './tiles';

// Over plain http a browser has no crypto.subtle, which the library would use otherwise.
hashes.sha512 = sha512;

const ED25519 = 1;
const KEY_BYTES = 33;
const SIGNATURE_BYTES = 64;

/** Whether a signature is right. One of a wrong shape is not. */
export function isSignedBy(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** @throws Refuted when the text is not base64 */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Refuted('A hash or a signature is not spelt as it must be.');
  }
}
export const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
export const fromBase64Url = (text: string) => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

/** The head of the sales log. `note` is its text with the signatures, as it was published. */
export type Head = { origin: string; size: number; root: Uint8Array; note: string };
type LogKey = { origin: string; id: Uint8Array; publicKey: Uint8Array };

const NOTE =
  /^(?<text>(?<origin>[^\n+ ]+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n)\n(?<signatures>(?:— [^\n ]+ [A-Za-z0-9+/=]+\n)+)$/u;

/**
 * Reads a head without checking its signatures.
 * @throws Refuted when it is not written as a head is
 */
export function readHead(note: string): Head & { text: string; signatures: string } {
  const { text, origin, size, root, signatures } = NOTE.exec(note)?.groups ?? {};
  if (!text || !origin || !size || !root || !signatures) throw new Refuted('The head of the log is not written as a head is.');
  return { origin, size: Number(size), root: fromBase64(root), note, text, signatures };
}

/** The keys of the log, one on each line: `<origin>+<key hash in hex>+<base64 of 0x01 and the public key>`. */
export const readKeys = (lines: string): LogKey[] =>
  lines.split('\n').flatMap((line) => {
    const [, origin, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    if (!origin || !id || !key) return [];
    const bytes = fromBase64(key);
    const keyHash = sha256(concatBytes(utf8ToBytes(`${origin}\n`), bytes)).slice(0, 4);
    const isRight = bytes.length === KEY_BYTES && bytes[0] === ED25519 && bytesToHex(keyHash) === id;
    return isRight ? [{ origin, id: keyHash, publicKey: bytes.slice(1) }] : [];
  });

/**
 * Checks a head against the keys of the log.
 * @throws Refuted when none of them has signed it
 */
export function checkHead(note: string, keys: readonly LogKey[]): Head {
  const { text, signatures, ...head } = readHead(note);
  const message = utf8ToBytes(text);
  const isSigned = signatures.split('\n').some((line) => {
    const [, name, base64] = line.split(' ');
    if (!base64) return false;
    const bytes = fromBase64(base64);
    return keys.some(
      ({ origin, id, publicKey }) =>
        name === origin &&
        origin === head.origin &&
        bytes.length === 4 + SIGNATURE_BYTES &&
        sameBytes(bytes.slice(0, 4), id) &&
        isSignedBy(publicKey, bytes.slice(4), message),
    );
  });
  if (!isSigned) throw new Refuted('No key of the log has signed this head.');
  if (head.size === 0 && !sameBytes(head.root, EMPTY_ROOT)) throw new Refuted('The head of an empty log has a wrong root.');
  return head;
}
