import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { PAGES } from '@shop/contracts/pages';

/** A head of the log: how many leaves it covers, and the root of their tree. */
type Head = { size: number; root: Buffer };

/** The type of Ed25519 signatures in signed notes (C2SP signed-note). */
const ED25519 = Uint8Array.of(1);
/** What stands before the bytes of an Ed25519 key in DER (RFC 8410). */
const [PRIVATE, PUBLIC] = [
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.from('302a300506032b6570032100', 'hex'),
];

/** The Ed25519 key of a seed of 32 bytes. */
export const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });

/** The 32 bytes of the public key that belongs to a seed. */
export const publicKeyOf = (seed: Buffer): Buffer =>
  createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);

const keyHash = (origin: string, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${origin}\n`).update(ED25519).update(publicKey).digest().subarray(0, 4);

/** The origin of the log of a shop: the address of the log without the scheme. */
export const originOf = (publicUrl: string): string => publicUrl.replace(/^[a-z]+:\/\//, '') + PAGES.salesLog;

/** A public key as clients of transparency logs are given it. */
export const verifierKey = (origin: string, publicKey: Buffer): string =>
  `${origin}+${keyHash(origin, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`;

const textOf = (origin: string, { size, root }: Head) => `${origin}\n${size}\n${root.toString('base64')}\n`;

/** The signature of a text with a key, as it stands below the text (C2SP signed-note). */
export function signatureLine(name: string, text: string, seed: Buffer): string {
  const signature = Buffer.concat([keyHash(name, publicKeyOf(seed)), sign(null, Buffer.from(text), privateKeyOf(seed))]);
  return `— ${name} ${signature.toString('base64')}\n`;
}

/** The signed note of a head (C2SP tlog-checkpoint), with a signature of each key: the seeds of Ed25519 keys. */
export function signHead(origin: string, head: Head, seeds: readonly Buffer[]): string {
  const text = textOf(origin, head);
  return `${text}\n${seeds.map((seed) => signatureLine(origin, text, seed)).join('')}`;
}

const NOTE = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^ \n]+ [A-Za-z0-9+/]+={0,2}\n)+)$/;

/**
 * Reads the signed note of a head.
 * @param publicKeys any of them must have signed it
 * @returns null when it is no note of this origin, or none of the keys has signed it
 */
export function readHead(note: string, origin: string, publicKeys: readonly Buffer[]): Head | null {
  const [, name, size, root, signatures] = NOTE.exec(note) ?? [];
  if (name !== origin || !size || !root || !signatures) return null;
  const head = { size: Number(size), root: Buffer.from(root, 'base64') };
  const text = Buffer.from(textOf(origin, head));
  const isSigned = signatures.split('\n').some((line) => {
    const [, signer, base64 = ''] = line.split(' ');
    const signature = Buffer.from(base64, 'base64');
    const isPlain = signer === origin && signature.toString('base64') === base64;
    return isPlain && publicKeys.some((publicKey) => hasSigned(origin, publicKey, text, signature));
  });
  return isSigned ? head : null;
}

function hasSigned(origin: string, publicKey: Buffer, text: Buffer, signature: Buffer): boolean {
  if (!keyHash(origin, publicKey).equals(signature.subarray(0, 4))) return false;
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' });
  return verify(null, text, key, signature.subarray(4));
}
