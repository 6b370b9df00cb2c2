// Checks a certificate and its place in the sales log, with nothing but Node (docs/product/sales-log.md#the-verifier):
//   node verify-sale.mjs <certificate> <verifier key> [--head <older checkpoint>] [--keys <jwks>] [--log <address of the shop>]
// Each is a file or an address; the certificate is what /api/certificates/<code> answers, and the key may stand there itself.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
const options = { head: { type: 'string' }, keys: { type: 'string' }, log: { type: 'string' } };
const { values: flags, positionals: [file = '', key = ''] } = parseArgs({ allowPositionals: true, options });
const ensure = (holds, otherwise) => { if (!holds) throw new Error(otherwise); };
const isAddress = (name) => /^https?:/.test(name);
const bytesAt = async (name) => (isAddress(name) ? Buffer.from(await fetched(name)) : readFile(name));
const fetched = async (name) => fetch(name).then((answer) => ensure(answer.ok, `${name}: ${answer.status}`) ?? answer.arrayBuffer());
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const [hex, bytes] = [(...parts) => sha256(...parts).toString('hex'), (base64) => Buffer.from(base64, 'base64')];
const [leafHash, nodeHash] = [(leaf) => sha256(Uint8Array.of(0), leaf), (left, right) => sha256(Uint8Array.of(1), left, right)];
const keyOf = (x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
const isSigned = (text, signature, x) => verify(null, Buffer.from(text), keyOf(x), signature);
const leftOf = (size) => 2 ** Math.ceil(Math.log2(size) - 1);
/** Reads a signed note: one of the verifier keys must have signed it. */
function headOf(note, vkeys) {
  const [, text, lines] = /^((?:[^\n]+\n){3})\n((?:— [^\n]+\n)+)$/.exec(note) ?? ensure(false, 'This is no checkpoint');
  const signatures = vkeys.flatMap((vkey) => lines.split('\n').map((line) => [...vkey.split('+'), ...line.split(' ').slice(1)]));
  const [origin, size, root] = text.split('\n');
  const isOurs = signatures.some(([name, id, vkey, signer, signed = '']) => name === origin && signer === name
    && [hex(`${name}\n`, bytes(vkey)), bytes(signed).toString('hex')].every((hash) => hash.startsWith(id))
    && isSigned(text, bytes(signed).subarray(4), bytes(vkey).subarray(1)));
  return ensure(isOurs, 'The checkpoint is not signed with this key') ?? { origin, size: Number(size), root: bytes(root) };
}
/** The root that a path leads to, from the leaf's neighbour upwards (RFC 6962, 2.1.1). */
function rootBy(hash, index, size, path) {
  if (size === 1 || path.length === 0) return size === 1 && path.length === 0 ? hash : sha256('no such path');
  const [left, rest, last] = [leftOf(size), path.slice(0, -1), path.at(-1)];
  return index < left ? nodeHash(rootBy(hash, index, left, rest), last) : nodeHash(last, rootBy(hash, index - left, size - left, rest));
}
try {
  const { jws, certificate, state, log, buyer } = JSON.parse(await bytesAt(file)).data;
  const vkeys = (key.includes('+') ? key : String(await bytesAt(key))).trim().split('\n');
  const [head, text] = [headOf(log.checkpoint, vkeys), JSON.parse(certificate)];
  const shop = flags.log ?? (isAddress(file) ? new URL(file).origin : `https://${head.origin.replace(/\/log$/, '')}`);
  const [header, payload, signature] = jws.split('.');
  const { keys } = JSON.parse(await bytesAt(flags.keys ?? `${shop}/.well-known/jwks.json`));
  const jwk = keys.find(({ kid }) => kid === JSON.parse(bytes(header)).kid);
  ensure(jwk && isSigned(`${header}.${payload}`, bytes(signature), bytes(jwk.x)), 'The certificate is not signed by the shop');
  ensure(bytes(payload).equals(Buffer.from(certificate)), 'The certificate is not the signed text');
  ensure(!buyer || hex(Buffer.from(buyer.salt, 'hex'), buyer.name.normalize('NFC')) === text.buyer, 'The buyer is another person');
  const [{ day, fingerprint, master, track }, { index, path }, code] = [text, log, hex(text.code)];
  const leaf = JSON.stringify({ certificate: code, day, fingerprint, kind: 'sale', master, text: hex(certificate), track, v: 1 });
  const isInside = Number.isInteger(index) && index >= 0 && index < head.size;
  ensure(isInside && rootBy(leafHash(leaf), index, head.size, path.map(bytes)).equals(head.root), 'The sale is not in the log');
  const tiles = new Map();
  async function tileAt(level, number) { // as wide as it is in this head; 'entries': the leaves themselves
    const width = Math.min(256, Math.floor(head.size / 256 ** (Number(level) || 0)) - number * 256);
    const groups = `${number}`.padStart(Math.ceil(`${number}`.length / 3) * 3, '0').replace(/\d{3}(?=\d)/g, 'x$&/');
    const address = `${shop}/log/tile/${level}/${groups}${width < 256 ? `.p/${width}` : ''}`;
    return (tiles.has(address) ? tiles : tiles.set(address, bytesAt(address))).get(address);
  }
  const [first, leaves] = [index - (index % 256), []]; // all leaves after the sale are read, because any could change its state
  for (let at = first; at < head.size; at += 256)
    for (let rest = await tileAt('entries', at / 256), size; rest.length > 0; rest = rest.subarray(2 + size))
      leaves.push(rest.subarray(2, 2 + (size = rest.readUInt16BE(0))));
  async function root(begin, end) {
    const [size, level] = [end - begin, Math.floor(Math.log2(end - begin) / 8)];
    if (begin >= first && size === 1) return leafHash(leaves[begin - first] ?? '');
    const at = (begin / size) % 256;
    if (end <= first && size === 256 ** level) return (await tileAt(level, Math.floor(begin / size / 256))).subarray(32 * at, 32 * at + 32);
    return nodeHash(await root(begin, begin + leftOf(size)), await root(begin + leftOf(size), end));
  }
  ensure((await root(0, head.size)).equals(head.root), 'The tiles are not those of the checkpoint');
  const changes = leaves.slice(index - first + 1).map((entry) => JSON.parse(entry)).filter((entry) => entry.certificate === code);
  const { kind = 'valid', reason = null, ...last } = changes.at(-1) ?? { day };
  const now = { state: kind === 'reinstated' ? 'valid' : kind, day: last.day, reason };
  ensure(Object.keys(now).every((name) => now[name] === state[name]), `The certificate is ${now.state} since ${now.day}`);
  const older = flags.head && headOf(String(await bytesAt(flags.head)), vkeys);
  ensure(!older || older.size <= head.size, 'The log went back: the older checkpoint covers more');
  ensure(!older?.size || (await root(0, older.size)).equals(older.root), 'The history was rewritten since the older checkpoint');
  console.log(`Leaf ${index} of ${head.size} in ${head.origin}: track ${track}, sold ${day}, ${now.state} since ${now.day}.`);
} catch (error) {
  console.error(`Not verified: ${error.message}`);
  process.exitCode = 1;
}
