import type { FindingCode } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { conflict, forbidden } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { isPreviewOf } from '../fingerprints/compare';
import { fingerprintOf } from '../fingerprints/fingerprint';
import { mastersOf, matchesOf, previewOf, saveFingerprint, type Match } from '../fingerprints/recordings';
import { Package } from '../packages/package.entity';
import type { Product } from './product.entity';

/** Why an admin publishes all the same, and whether they own the shop. */
export type Overruling = { reason: string | null; byOwner: boolean };

const RECORDINGS = 4_711_005;

/**
 * Lets a recording be on sale only once (docs/product/fingerprints.md#publication). It compares a new preview and the masters of a new
 * package with what the shop knows, and both with each other. Publications wait for each other here, so that two at the same time
 * cannot both be the first. What was overruled in the report of the package holds here too.
 * @param former the package that the track had before
 * @throws Refusal 409 `known-recording`, `preview-differs`; 403 for a reason that only an owner may give
 */
export async function judgeRecording(
  { db, emit }: Tx,
  adminId: number,
  product: Product,
  { former, overruling }: { former: number | null; overruling: Overruling },
): Promise<void> {
  const { id: productId, name, packageId, sellerId, submissionId, audio, print } = product;
  const hasNewPackage = packageId !== null && packageId !== former;
  if (!print && !hasNewPackage) return;
  await db.query('SELECT pg_advisory_xact_lock($1)', [RECORDINGS]);
  if (print) await saveFingerprint(db, { productId, source: audio }, fingerprintOf(print));
  const { reason, byOwner } = overruling;
  const isOverruled = await overruledIn(db, packageId);
  const preview = await previewOf(db, productId);
  const masters = packageId === null ? [] : (await mastersOf(db, packageId)).map(({ fingerprint }) => fingerprint);

  const subject = { productId, packageId, sellerId, submissionId };
  const matches: Match[] = [];
  for (const fingerprint of [...(print && preview ? [preview] : []), ...(hasNewPackage ? masters : [])])
    matches.push(...(await matchesOf(db, fingerprint, subject)).filter(({ agreement }) => agreement.likeness === 'same'));
  const recordings = [...new Map(matches.map((match) => [match.known.id, match])).values()];
  const [first] = recordings;
  const standing: FindingCode[] = [];
  if (first && !isOverruled('known-recording')) {
    if (reason === null) throw knownRecording(await nameOf(db, first), recordings);
    if (!byOwner) throw forbidden('The shop knows this recording. Only an owner publishes it all the same.');
    standing.push('known-recording');
  }
  const differs = preview && masters.length > 0 && !masters.some((master) => isPreviewOf(preview, master));
  if (differs && !isOverruled('preview-differs')) {
    if (reason === null) throw previewDiffers();
    standing.push('preview-differs');
  }
  if (standing.length === 0) return;
  const after = { overruled: { findings: standing, reason, known: recordings.map((match) => match.known.productId) } };
  const subjectOfAct = { type: 'product', id: productId, name };
  await emit(...adminActed(adminId, 'product.recording-overruled', subjectOfAct, { before: null, after }));
}

async function overruledIn(db: EntityManager, packageId: number | null) {
  const row = packageId === null ? null : await db.findOneBy(Package, { id: packageId });
  const overruledCodes = row?.report?.findings.filter((finding) => finding.overruled).map(({ code }) => code) ?? [];
  return (code: FindingCode) => overruledCodes.includes(code);
}

const knownRecording = (name: string, matches: readonly Match[]) => {
  const [first] = matches as [Match];
  const { fromSeconds, toSeconds } = first.agreement;
  return conflict(
    'known-recording',
    `The shop knows this recording: it agrees from ${clock(fromSeconds)} to ${clock(toSeconds)} with ${name}. An owner may publish it with a reason.`,
    {
      field: 'audio',
      details: matches.map(({ known: { kind, state, productId, packageId }, agreement }) => ({
        ...{ kind, state, productId, packageId },
        ...agreement,
      })),
    },
  );
};

const previewDiffers = () =>
  conflict(
    'preview-differs',
    'The preview is another recording than the master of the package. Say why, or choose the right one.',
    {
      field: 'package_id',
    },
  );

async function nameOf(db: EntityManager, { known: { productId, state } }: Match): Promise<string> {
  if (productId === null) return state === 'submitted' ? 'a submission' : 'a refused submission';
  const [row] = await db.query<{ name: string }[]>('SELECT name FROM products WHERE id = $1', [productId]);
  return `“${row?.name}” (${state === 'on-sale' ? 'on sale' : state})`;
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
