import type { RecordingState } from '@shop/contracts/constants';
import type { EntityManager } from 'typeorm';
import { compare, type Agreement } from './compare';
import { ALGORITHM, bytesOf, fingerprintOf, hashOf, isMonotonous, searchWords, type Fingerprint } from './fingerprint';

/** What a print was taken from: the preview of a track, by its address, or a master of a package, by the SHA-256 of the file. */
export type Source = { productId: number; source: string } | { packageId: number; sellerId: number | null; source: string };

/** Keeps the print of a recording, in place of an earlier one of the same preview or file. */
export async function saveFingerprint(db: EntityManager, from: Source, fingerprint: Fingerprint): Promise<void> {
  const print = bytesOf(fingerprint);
  const facts = [ALGORITHM, from.source, print, searchWords(fingerprint), hashOf(print)];
  if ('productId' in from)
    await db.query(
      `INSERT INTO fingerprints (product_id, used, algorithm, source, print, words, hash) VALUES ($1, true, $2, $3, $4, $5, $6)
       ON CONFLICT (product_id) DO UPDATE SET (algorithm, source, print, words, hash) = ($2, $3, $4, $5, $6)`,
      [from.productId, ...facts],
    );
  else
    await db.query(
      `INSERT INTO fingerprints (package_id, seller_id, used, algorithm, source, print, words, hash)
       SELECT id, $2, submission_id IS NOT NULL OR published, $3, $4, $5, $6, $7 FROM packages WHERE id = $1
       ON CONFLICT (package_id, source) DO UPDATE SET (algorithm, print, words, hash) = ($3, $5, $6, $7)`,
      [from.packageId, from.sellerId, ...facts],
    );
}

/** Forgets the prints of masters that a package no longer has, unless they were sent for review. */
export const forgetOtherMasters = (db: EntityManager, packageId: number, sources: readonly string[]) =>
  db.query('DELETE FROM fingerprints WHERE package_id = $1 AND NOT used AND source <> ALL ($2)', [packageId, sources]);

/** A recording that the shop knows, and what has become of it. Store and track are null for the operator's own and where they are gone. */
export type KnownRecording = {
  id: number;
  kind: 'preview' | 'master';
  state: RecordingState;
  sellerId: number | null;
  productId: number | null;
  packageId: number | null;
  source: string;
};

/** Whose recording is compared: what belongs to the same track or package is no match. */
export type Subject = {
  sellerId: number | null;
  productId: number | null;
  packageId: number | null;
  submissionId: number | null;
};

export type Match = { known: KnownRecording; agreement: Agreement };

/** Fewer equal words are chance (docs/product/fingerprints.md#how-a-recording-is-found). */
const FEWEST_WORDS = 3;
const MOST_CANDIDATES = 50;

/**
 * Finds the recordings that a print agrees with, the likeliest first, among all that is on sale, sold, submitted, refused or removed
 * (docs/product/fingerprints.md#what-is-compared). Of the subject's own store only what is on sale or sold counts.
 */
export async function matchesOf(db: EntityManager, fingerprint: Fingerprint, subject: Subject): Promise<Match[]> {
  if (isMonotonous(fingerprint)) return [];
  const words = [...new Set(fingerprint.words)].filter((word) => word !== 0);
  const candidates = await db.query<(KnownRecording & { print: Buffer; submissionId: number | null })[]>(
    `WITH found AS MATERIALIZED (
       SELECT fingerprint_id AS id, count(*) AS equal FROM fingerprint_words WHERE word = ANY ($1)
       GROUP BY fingerprint_id HAVING count(*) >= $2 ORDER BY equal DESC LIMIT $3)
     SELECT f.id, f.print, f.source, CASE WHEN f.product_id IS NULL THEN 'master' ELSE 'preview' END AS kind,
       CASE WHEN product.claim = 'sold' THEN 'sold' WHEN product.removed THEN 'removed' WHEN product.id IS NOT NULL THEN 'on-sale'
         WHEN package.submission_id IS NOT NULL THEN 'submitted' ELSE 'refused' END AS state,
       coalesce(product.seller_id, f.seller_id) AS "sellerId", product.id AS "productId", f.package_id AS "packageId",
       coalesce(product.submission_id, package.submission_id) AS "submissionId"
     FROM found JOIN fingerprints f USING (id)
       LEFT JOIN packages package ON package.id = f.package_id
       LEFT JOIN products product ON product.id = coalesce(f.product_id, (SELECT id FROM products WHERE package_id = f.package_id))
     WHERE f.used AND f.algorithm = $4 ORDER BY equal DESC, f.id`,
    [words, FEWEST_WORDS, MOST_CANDIDATES, ALGORITHM],
  );
  const matches = candidates.flatMap(({ print, submissionId, ...known }) => {
    if (isOwn(subject, { ...known, submissionId })) return [];
    const agreement = compare(fingerprint, fingerprintOf(print));
    return agreement ? [{ known, agreement }] : [];
  });
  return matches.sort((a, b) => rank(a) - rank(b));
}

const rank = ({ agreement }: Match) => (agreement.likeness === 'same' ? 0 : 1) + agreement.bitError;

function isOwn(subject: Subject, recording: KnownRecording & { submissionId: number | null }): boolean {
  const isSame = (field: 'productId' | 'packageId' | 'submissionId') =>
    recording[field] !== null && recording[field] === subject[field];
  if (isSame('productId') || isSame('packageId') || isSame('submissionId')) return true;
  return recording.sellerId === subject.sellerId && recording.state !== 'on-sale' && recording.state !== 'sold';
}

/** The print that another track or package has of the very same sound: sources are named by their contents. */
export async function printOfSource(db: EntityManager, source: string): Promise<Fingerprint | null> {
  const [row] = await db.query<{ print: Buffer }[]>(
    'SELECT print FROM fingerprints WHERE source = $1 AND algorithm = $2 LIMIT 1',
    [source, ALGORITHM],
  );
  return row ? fingerprintOf(row.print) : null;
}

/** The print of a track's preview, if it has one of this algorithm. */
export async function previewOf(db: EntityManager, productId: number): Promise<Fingerprint | null> {
  const [row] = await db.query<{ print: Buffer }[]>('SELECT print FROM fingerprints WHERE product_id = $1 AND algorithm = $2', [
    productId,
    ALGORITHM,
  ]);
  return row ? fingerprintOf(row.print) : null;
}

/** The algorithm and hash of the print of each package's first master, as certificates state it. */
export async function hashesOf(db: EntityManager, packageIds: readonly number[]) {
  const rows = await db.query<{ packageId: number; algorithm: string; sha256: string }[]>(
    `SELECT DISTINCT ON (file.package_id) file.package_id AS "packageId", algorithm, hash AS sha256
     FROM package_files file JOIN fingerprints print ON print.package_id = file.package_id AND print.source = file.sha256
     WHERE file.package_id = ANY ($1) AND role = 'master' AND length(print) > 0 ORDER BY file.package_id, path`,
    [packageIds],
  );
  return new Map(rows.map(({ packageId, algorithm, sha256 }) => [packageId, { algorithm, sha256 }]));
}

/** The prints of a package's masters, by the SHA-256 of their files. */
export async function mastersOf(db: EntityManager, packageId: number): Promise<{ source: string; fingerprint: Fingerprint }[]> {
  const rows = await db.query<{ source: string; print: Buffer }[]>(
    'SELECT source, print FROM fingerprints WHERE package_id = $1 AND algorithm = $2 ORDER BY id',
    [packageId, ALGORITHM],
  );
  return rows.map(({ source, print }) => ({ source, fingerprint: fingerprintOf(print) }));
}
