import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CertificateText, CertificateView, JwksView, LogProofView } from '@shop/contracts/views';
import { hashReader, tileAddress } from '#features/proof/api/tiles.ts';
import { EMPTY_ROOT, inclusionPath, leafHash, nodeHash } from '#features/proof/api/merkle.ts';
import { toBase64 } from '#features/proof/api/notes.ts';
import { saleLeaf } from '#features/proof/api/certificate-checks.ts';
import { stubServer, type Call } from './stub-server';

hashes.sha512 = sha512;
const CERTIFICATE_SEED = new Uint8Array(32).fill(1);
const LOG_SEED = new Uint8Array(32).fill(2);
export const ORIGIN = 'localhost/log';
const WIDTH = 256;

const toBase64Url = (bytes: Uint8Array) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/** The root of these leaves, by the definition of RFC 6962 and without any tile. */
export function rootOfLeaves(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leafHash(leaves[0]!);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(rootOfLeaves(leaves.slice(0, split)), rootOfLeaves(leaves.slice(split)));
}

/** The line of the log's key. */
export function keyLine(seed = LOG_SEED, origin = ORIGIN): string {
  const key = concatBytes(Uint8Array.of(1), getPublicKey(seed));
  return `${origin}+${bytesToHex(sha256(concatBytes(utf8ToBytes(`${origin}\n`), key)).slice(0, 4))}+${toBase64(key)}\n`;
}

/** A signed head, by default of these leaves. */
export function headOf(leaves: readonly Uint8Array[], { seed = LOG_SEED, origin = ORIGIN, root = rootOfLeaves(leaves) } = {}) {
  const text = `${origin}\n${leaves.length}\n${toBase64(root)}\n`;
  const id = hexToBytes(keyLine(seed, origin).split('+')[1]!);
  return `${text}\n— ${origin} ${toBase64(concatBytes(id, sign(utf8ToBytes(text), seed)))}\n`;
}

/** The hashes of a level of tiles, and the bundles, by their addresses: in each width that was true once, up to `leaves`. */
function tilesOf(leaves: readonly Uint8Array[]): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let hashesOfLevel: Uint8Array[] = leaves.map(leafHash);
  for (let level = 0; hashesOfLevel.length > 0; level += 1) {
    for (let size = 1; size <= hashesOfLevel.length; size += 1) {
      const index = Math.floor((size - 1) / WIDTH);
      files.set(tileAddress(level, index, size * WIDTH ** level), concatBytes(...hashesOfLevel.slice(index * WIDTH, size)));
    }
    const above = Math.floor(hashesOfLevel.length / WIDTH);
    const current = hashesOfLevel;
    hashesOfLevel = Array.from({ length: above }, (_, at) => rootOfHashes(current.slice(at * WIDTH, (at + 1) * WIDTH)));
  }
  const framed = leaves.map((leaf) => concatBytes(Uint8Array.of(leaf.length >> 8, leaf.length & 255), leaf));
  for (let size = 1; size <= leaves.length; size += 1) {
    const index = Math.floor((size - 1) / WIDTH);
    files.set(tileAddress('entries', index, size), concatBytes(...framed.slice(index * WIDTH, size)));
  }
  return files;
}
const rootOfHashes = (all: Uint8Array[]): Uint8Array =>
  all.length === 1 ? all[0]! : nodeHash(rootOfHashes(all.slice(0, all.length / 2)), rootOfHashes(all.slice(all.length / 2)));

type Change = { kind: 'suspended' | 'revoked' | 'reinstated'; reason: string; day: string };
const changeLeaf = (code: string, { kind, reason, day }: Change) =>
  utf8ToBytes(JSON.stringify({ certificate: hashOf(code), day, kind, reason, v: 1 }));

export const CODE = '0123456789abcdefghjkmnpqrs';
export const SALT = 'a1'.repeat(16);
export const BUYER = 'Mira Volk';

export const aCertificateText = (more: Partial<CertificateText> = {}): CertificateText => ({
  buyer: bytesToHex(sha256(concatBytes(hexToBytes(SALT), utf8ToBytes(BUYER)))),
  code: CODE,
  contract: hashOf('the contract'),
  day: '2026-11-28',
  files: [
    { path: 'Undertow/Stems/Kick.wav', sha256: hashOf('the kick') },
    { path: 'Undertow/Stems/Bass.wav', sha256: hashOf('the bass') },
  ],
  fingerprint: hashOf('the fingerprint'),
  master: hashOf('the master'),
  shop: 'Ghostline',
  store: 'North Yard',
  title: 'Undertow',
  track: '12',
  v: 1,
  ...more,
});

/** Other sales, so that the log has as many leaves as a test needs. */
export const otherSales = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => {
    const text = aCertificateText({ code: CODE.slice(0, -4) + String(at).padStart(4, '0'), track: String(100 + at) });
    return saleLeaf(JSON.stringify(text), text);
  });

/** Signs the text of a certificate. */
export function signedText(text: CertificateText, seed = CERTIFICATE_SEED) {
  const certificate = JSON.stringify(text);
  const parts = [{ alg: 'Ed25519', kid: 'k1' }].map((header) => toBase64Url(utf8ToBytes(JSON.stringify(header))));
  const signed = `${parts[0]}.${toBase64Url(utf8ToBytes(certificate))}`;
  return { certificate, jws: `${signed}.${toBase64Url(sign(utf8ToBytes(signed), seed))}` };
}

const KEYS: JwksView = {
  keys: [{ kty: 'OKP', crv: 'Ed25519', x: toBase64Url(getPublicKey(CERTIFICATE_SEED)), kid: 'k1', use: 'sig', alg: 'Ed25519' }],
};

type Made = {
  text?: Partial<CertificateText>;
  /** Sales before and after that of the certificate. */
  before?: number;
  after?: number;
  changes?: Change[];
  isBuyerShown?: boolean;
};

const STATES = { suspended: 'suspended', revoked: 'revoked', reinstated: 'valid' } as const;

/** A certificate, its proof, and the log that it is in. */
export async function aSale({ text: more, before = 3, after = 2, changes = [], isBuyerShown = false }: Made = {}) {
  const text = aCertificateText(more);
  const { certificate, jws } = signedText(text);
  const all = otherSales(before + after);
  const leaves = [
    ...all.slice(0, before),
    saleLeaf(certificate, text),
    ...all.slice(before),
    ...changes.map((change) => changeLeaf(text.code, change)),
  ];
  const files = tilesOf(leaves);
  const read = hashReader((address) => Promise.resolve(files.get(address)!), leaves.length);
  const placeOf = async (index: number) => ({
    index,
    path: (await inclusionPath(read, index, leaves.length)).map(toBase64),
  });
  const sale = await placeOf(before);
  const checkpoint = headOf(leaves);
  const proof: LogProofView = {
    ...sale,
    checkpoint,
    changes: await Promise.all(changes.map((_, at) => placeOf(leaves.length - changes.length + at))),
  };
  const last = changes.at(-1);
  const view: CertificateView = {
    jws,
    certificate,
    state: {
      state: last ? STATES[last.kind] : 'valid',
      day: last?.day ?? text.day,
      reason: (last?.reason as 'claim' | undefined) ?? null,
    },
    log: { ...sale, checkpoint },
    buyer: isBuyerShown ? { name: BUYER, salt: SALT } : null,
  };
  return { text, view, proof, leaves, files, checkpoint, keys: keyLine(), jwks: KEYS };
}
export type Sale = Awaited<ReturnType<typeof aSale>>;

/** The log of these leaves as `stubLog` serves it. */
export const aLog = (leaves: readonly Uint8Array[]) => ({
  leaves,
  files: tilesOf(leaves),
  checkpoint: headOf(leaves),
  keys: keyLine(),
});

type Served = Pick<Sale, 'files' | 'checkpoint' | 'keys'> & Partial<Pick<Sale, 'view' | 'proof' | 'jwks'>>;

/**
 * Stands in for a shop with this log, and the certificate in it if there is one. `log` is asked at each call, so a test may change
 * what it holds.
 * @returns the calls of the API
 */
export function stubLog(log: Served, handlers: Parameters<typeof stubServer>[0] = {}): Call[] {
  const calls = stubServer({
    [`GET /api/certificates/${CODE}`]: () => (log.view ? { body: { success: true, data: log.view } } : { status: 404 }),
    'GET /api/log/proof': () => (log.proof ? { body: { success: true, data: log.proof } } : { status: 404 }),
    'GET /.well-known/jwks.json': () => ({ body: log.jwks }),
    ...handlers,
  });
  const answerApi = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    const name = /^\/log\/(.+)$/.exec(pathname)?.[1];
    if (name === undefined) return answerApi(input, init);
    const text = { checkpoint: log.checkpoint, key: log.keys }[name];
    const body = text ?? log.files.get(name);
    return body === undefined ? new Response('', { status: 404 }) : new Response(body as BodyInit);
  };
  return calls;
}
