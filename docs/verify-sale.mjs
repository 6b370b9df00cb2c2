// Checks a certificate of a sold track and its place in the sales log, with nothing but Node (docs/product/sales-log.md).
//   node verify-sale.mjs <certificate> <verifier key> [--head <older checkpoint>] [--keys <jwks>] [--log <address of the shop>]
// Each is a file or an address, the certificate that of /api/certificates/<code>; the verifier key may stand there itself.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const options = { head: { type: 'string' }, keys: { type: 'string' }, log: { type: 'string' } };
const { values: { head, keys, log }, positionals: [file, key] } = parseArgs({ allowPositionals: true, options }); // prettier-ignore
const isAddress = (name) => /^https?:/.test(name);

async function bytesAt(name) {
  if (!isAddress(name)) return readFile(name);
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
function ensure(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (text) => sha256(text).toString('hex');
const leafHash = (leaf) => sha256(Uint8Array.of(0), leaf);
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);
const publicKey = (x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
const leftOf = (size) => 2 ** Math.ceil(Math.log2(size) - 1);

/** Size and root of a signed note that one of the verifier keys has signed. */
function headOf(note, vkeys) {
  const [, text, signatures] = /^([^\n]+\n(?:0|[1-9]\d*)\n[^\n]+\n)\n((?:— [^\n]+\n)+)$/.exec(note) ?? ensure(false, 'This is no checkpoint');
  const isSigned = vkeys.some((vkey) => signatures.split('\n').some((line) => {
    const [name, id, encoded] = vkey.split('+');
    const [raw, signature] = [encoded, line.split(' ')[2] ?? ''].map((base64) => Buffer.from(base64, 'base64'));
    return text.startsWith(`${name}\n`) && line.startsWith(`— ${name} `) && sha256(`${name}\n`, raw).toString('hex', 0, 4) === id
      && signature.toString('hex', 0, 4) === id && verify(null, Buffer.from(text), publicKey(raw.subarray(1)), signature.subarray(4));
  })); // prettier-ignore
  ensure(isSigned, 'The checkpoint is not signed with this key');
  const [origin, size, root] = text.split('\n');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}
/** The root that a path leads to (RFC 6962, 2.1.1), from the leaf's neighbour upwards. */
function rootBy(hash, index, size, path) {
  if (size <= 1 || path.length === 0) return size === 1 && path.length === 0 ? hash : null;
  const [left, rest, last] = [leftOf(size), path.slice(0, -1), path.at(-1)];
  const below = index < left ? rootBy(hash, index, left, rest) : rootBy(hash, index - left, size - left, rest);
  return below && (index < left ? nodeHash(below, last) : nodeHash(last, below));
}
try {
  const { jws, certificate, state, log: place, buyer } = JSON.parse(await bytesAt(file)).data;
  const vkeys = (key.includes('+') ? key : String(await bytesAt(key))).trim().split('\n');
  const [newest, text] = [headOf(place.checkpoint, vkeys), JSON.parse(certificate)];
  const shop = log ?? (isAddress(file) ? new URL(file).origin : `https://${newest.origin.replace(/\/log$/, '')}`);

  const [header, payload, signature] = jws.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url'));
  const jwk = JSON.parse(await bytesAt(keys ?? `${shop}/.well-known/jwks.json`)).keys.find((one) => one.kid === kid);
  ensure(jwk && verify(null, Buffer.from(`${header}.${payload}`), publicKey(Buffer.from(jwk.x, 'base64url')), Buffer.from(signature, 'base64url')), 'The certificate is not signed by the shop'); // prettier-ignore
  ensure(Buffer.from(payload, 'base64url').equals(Buffer.from(certificate)), 'The certificate is not the signed text');
  ensure(!buyer || hex(buyer.salt + buyer.name) === text.buyer, 'The buyer is another one');

  const { day, fingerprint, master, track } = text;
  const sale = { certificate: hex(text.code), day, fingerprint, kind: 'sale', master, text: hex(certificate), track, v: 1 };
  const leaf = JSON.stringify(sale);
  const path = place.path.map((hash) => Buffer.from(hash, 'base64'));
  ensure(place.index < newest.size && rootBy(leafHash(leaf), place.index, newest.size, path)?.equals(newest.root), 'The sale is not in the log'); // prettier-ignore

  const tiles = new Map();
  /** A tile, or with 'entries' a bundle of leaves, as wide as it is at this size. */
  async function tileOf(level, index) {
    const width = Math.min(256, Math.floor(newest.size / 256 ** (level === 'entries' ? 0 : level)) - index * 256);
    const number = String(index).padStart(3 * Math.ceil(String(index).length / 3), '0').replace(/\d{3}(?=\d)/g, 'x$&/'); // prettier-ignore
    const address = `${shop}/log/tile/${level}/${number}${width < 256 ? `.p/${width}` : ''}`;
    if (!tiles.has(address)) tiles.set(address, bytesAt(address));
    return tiles.get(address);
  }
  const later = []; // the leaves from the bundle of the sale on, because a state is only proven by all that came later
  const first = place.index - (place.index % 256);
  for (let at = first; at < newest.size; at += 256) {
    const bundle = await tileOf('entries', at / 256);
    for (let begin = 0; begin < bundle.length; begin += 2 + bundle.readUInt16BE(begin)) later.push(bundle.subarray(begin + 2, begin + 2 + bundle.readUInt16BE(begin))); // prettier-ignore
  }
  async function root(begin, end) {
    const [size, level] = [end - begin, Math.floor(Math.log2(end - begin) / 8)];
    if (begin >= first && size === 1) return leafHash(later[begin - first] ?? '');
    if (end <= first && size === 256 ** level) return (await tileOf(level, Math.floor(begin / size / 256))).subarray(32 * ((begin / size) % 256)).subarray(0, 32); // prettier-ignore
    const left = leftOf(size);
    return nodeHash(await root(begin, begin + left), await root(begin + left, end));
  }
  ensure((await root(0, newest.size)).equals(newest.root), 'The tiles are not those of the checkpoint');
  const change = later.slice(place.index - first + 1).map((entry) => JSON.parse(entry)).findLast((entry) => entry.certificate === sale.certificate); // prettier-ignore
  const now = change ? { state: change.kind === 'reinstated' ? 'valid' : change.kind, day: change.day, reason: change.reason } : { state: 'valid', day, reason: null }; // prettier-ignore
  ensure(['state', 'day', 'reason'].every((name) => now[name] === state[name]), `The certificate is ${now.state} since ${now.day}`);
  if (head) {
    const older = headOf(String(await bytesAt(head)), vkeys);
    ensure(older.size <= newest.size, 'The log went back: the older checkpoint covers more sales');
    ensure(older.size === 0 || (await root(0, older.size)).equals(older.root), 'The history was rewritten since the older checkpoint');
  }
  console.log(`Leaf ${place.index} of ${newest.size} in ${newest.origin}: track ${track}, sold ${day}, ${now.state} since ${now.day}.`);
} catch (error) {
  console.error(`Not verified: ${error.message}`);
  process.exitCode = 1;
}
