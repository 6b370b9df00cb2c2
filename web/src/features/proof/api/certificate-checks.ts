import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CertificateText, CertificateView, JwksView, LogProofView } from '@shop/contracts/views';
import { isIncluded, leafHash, sameBytes } from './merkle';
import { checkHead, fromBase64, fromBase64Url, isSignedBy, readHead, type Head } from './notes';
import { compareWithSeen, readEntry, readLogFile, readLogKeys, type Growth } from './sales-log';
import { readLeaf, Refuted } from './tiles';

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * Checks that a key of the shop has signed exactly this text (compact JWS, Ed25519).
 * @returns the name of the key
 * @throws Refuted
 */
export function checkSignature(jws: string, text: string, { keys }: JwksView): string {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.');
  if (more.length > 0 || !sameBytes(fromBase64Url(payload), utf8ToBytes(text)))
    throw new Refuted('The signature belongs to another text.');
  const { alg, kid } = readHeader(header);
  if (alg !== 'Ed25519' && alg !== 'EdDSA') throw new Refuted('The signature is of a kind that the shop does not use.');
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new Refuted('The signature names a key that the shop does not publish.');
  if (!isSignedBy(fromBase64Url(key.x), fromBase64Url(signature), utf8ToBytes(`${header}.${payload}`)))
    throw new Refuted('The signature is wrong: the text was changed, or the shop never signed it.');
  return key.kid;
}

function readHeader(header: string): { alg?: unknown; kid?: unknown } {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(header))) as object;
  } catch {
    throw new Refuted('The signature cannot be read.');
  }
}

/** The leaf of a sale in the log: canonical JSON (RFC 8785), whose members stand in the order of their names. */
export const saleLeaf = (certificate: string, { code, day, fingerprint, master, track }: CertificateText): Uint8Array =>
  utf8ToBytes(
    JSON.stringify({
      certificate: hashOf(code),
      day,
      fingerprint,
      kind: 'sale',
      master,
      text: hashOf(certificate),
      track,
      v: 1,
    }),
  );

type Place = LogProofView['changes'][number];

const checkInclusion = (leaf: Uint8Array, { index, path }: Place, { size, root }: Head, otherwise: string) => {
  if (!isIncluded(leafHash(leaf), index, size, path.map(fromBase64), root)) throw new Refuted(otherwise);
};

/**
 * Checks that the sale is in the log, and that the log hands out the same entry to everybody.
 * @throws Refuted
 */
export async function checkSale(certificate: string, text: CertificateText, proof: LogProofView): Promise<Head> {
  const head = readHead(proof.checkpoint);
  const leaf = saleLeaf(certificate, text);
  checkInclusion(leaf, proof, head, 'The log has no entry for this certificate: the proof leads to another root.');
  if (!sameBytes(leaf, await readLeaf(readLogFile, proof.index, head.size)))
    throw new Refuted(`Entry ${proof.index} of the log is another one than the shop has shown here.`);
  return head;
}

const STATE_AFTER = { sale: 'valid', suspended: 'suspended', revoked: 'revoked', reinstated: 'valid' } as const;

/**
 * Checks that the state is the one after the newest change in the log. Each change is an entry that names the certificate.
 * @throws Refuted
 */
export async function checkState(state: CertificateView['state'], code: string, proof: LogProofView): Promise<void> {
  const head = readHead(proof.checkpoint);
  const places = [...proof.changes].sort((a, b) => a.index - b.index);
  let last: { kind: keyof typeof STATE_AFTER; day?: string } = { kind: 'sale' };
  for (const place of places) {
    const leaf = await readLeaf(readLogFile, place.index, head.size);
    checkInclusion(leaf, place, head, `Entry ${place.index} is not the one that the head has signed.`);
    const entry = readEntry(leaf, place.index);
    if (entry.certificate !== hashOf(code)) throw new Refuted(`Entry ${place.index} is about another certificate.`);
    last = entry;
  }
  if (STATE_AFTER[last.kind] !== state.state || (last.day ?? state.day) !== state.day)
    throw new Refuted(
      'The log says something else about its state than this page. Reload the page: it may have changed just now.',
    );
}

/** @throws Refuted when the name is not the one that was sealed at the sale */
export function checkBuyer({ name, salt }: { name: string; salt: string }, sealedHash: string | null): void {
  if (bytesToHex(sha256(concatBytes(hexToBytes(salt), utf8ToBytes(name)))) !== sealedHash)
    throw new Refuted('This name is not the one that was sealed at the sale.');
}

/** `run` answers what was found, in a sentence; it throws Refuted when something is wrong, and Unreachable without an answer. */
export type Check = { name: string; meaning: string; run: () => Promise<string> };

const GROWTH: Record<Growth['kind'], string> = {
  first: 'This is the first head that this browser has seen. It is remembered for your next visit.',
  same: 'The log is as it was when you saw it last.',
  grown: 'All that you saw last is still in the log, unchanged.',
  older: 'You have seen a newer head, which begins with this one.',
};

type Sources = { keys: () => Promise<JwksView>; proof: () => Promise<LogProofView> };

/** The checks of a certificate in their order. The calls of `shop` are made once each, and again after a failure. */
export function checksOf(
  { jws, certificate, state, buyer }: CertificateView,
  text: CertificateText,
  code: string,
  shop: Sources,
): Check[] {
  return [
    {
      name: 'Signed by the shop',
      meaning: 'Somebody may have made this certificate up. Do not rely on it.',
      async run() {
        const key = checkSignature(jws, certificate, await shop.keys());
        if (text.code !== code) throw new Refuted('What was signed is the certificate of another sale.');
        return `Key ${key} of the shop has signed each letter of it.`;
      },
    },
    {
      name: 'In the sales log',
      meaning: 'The shop does not stand by this sale in public. Ask it why.',
      async run() {
        const proof = await shop.proof();
        const { size } = await checkSale(certificate, text, proof);
        return `The sale is entry ${proof.index} of ${size.toLocaleString('en')}.`;
      },
    },
    {
      name: 'State taken from the log',
      meaning: 'The state above may be wrong.',
      async run() {
        const proof = await shop.proof();
        await checkState(state, code, proof);
        const { length } = proof.changes;
        return length === 0
          ? 'No change of it is in the log.'
          : `The newest of ${length} ${length === 1 ? 'change' : 'changes'}.`;
      },
    },
    {
      name: 'Head of the log signed',
      meaning: 'The log that was shown to you may not be the one that everybody else sees.',
      async run() {
        const [{ checkpoint }, keys] = await Promise.all([shop.proof(), readLogKeys()]);
        checkHead(checkpoint, keys);
        return 'A key of the log has signed its size and root.';
      },
    },
    {
      name: 'Log only grew since your last visit',
      meaning: 'If this stays so, the log was rewritten. The page of the sales log shows both heads, which prove it.',
      async run() {
        const [{ checkpoint }, keys] = await Promise.all([shop.proof(), readLogKeys()]);
        return GROWTH[(await compareWithSeen(checkHead(checkpoint, keys))).kind];
      },
    },
    ...(buyer
      ? [
          {
            name: 'Name of the buyer',
            meaning: 'Somebody else may have bought the track.',
            async run() {
              checkBuyer(buyer, text.buyer);
              return 'The name is the one that was sealed at the sale.';
            },
          },
        ]
      : []),
  ];
}
