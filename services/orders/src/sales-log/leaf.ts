import type { CertificateChange, ChangeReason } from '@shop/contracts/constants';

/** A leaf has fewer bytes than this. */
const MOST_BYTES = 1023;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** JSON in its canonical form (RFC 8785), for whole numbers and well-formed strings. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** A sale, all hashes SHA-256 in lower-case hex: `certificate` of the certificate's code, `text` of its text. */
type Sale = {
  certificate: string;
  /** In the shop's time zone, as 2026-11-29. */
  day: string;
  fingerprint: string | null;
  master: string | null;
  text: string;
  /** The track's id. */
  track: string;
};

/** A change of a certificate; `certificate` is the SHA-256 of its code, `day` as of a sale. */
export type Change = { certificate: string; day: string; kind: CertificateChange; reason: ChangeReason };

/** The leaf of a sale (docs/product/sales-log.md#leaves). @throws Error for one that is too long */
export const saleLeaf = ({ certificate, day, fingerprint, master, text, track }: Sale): string =>
  checkedLeaf({ certificate, day, fingerprint, kind: 'sale', master, text, track, v: 1 });

/** The leaf of a change of a certificate. @throws Error for one that is too long */
export const changeLeaf = ({ certificate, day, kind, reason }: Change): string =>
  checkedLeaf({ certificate, day, kind, reason, v: 1 });

function checkedLeaf(members: Record<string, string | number | null>): string {
  const leaf = canonicalJson(members);
  if (Buffer.byteLength(leaf) > MOST_BYTES) throw new Error(`A leaf of the sales log has ${MOST_BYTES} bytes at most`);
  return leaf;
}
