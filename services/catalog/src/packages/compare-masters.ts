import type { EntityManager } from 'typeorm';
import { isPreviewOf } from '../fingerprints/compare';
import { fingerprintOf } from '../fingerprints/fingerprint';
import { forgetOtherMasters, matchesOf, previewOf, saveFingerprint } from '../fingerprints/recordings';
import { finding, type Finding } from './check/findings';
import type { Package } from './package.entity';

/** A master of a package with the bytes of its print. */
type PrintedMaster = { path: string; sha256: string; print: Uint8Array };

/**
 * Keeps the prints of a package's masters, and compares them with what the shop knows and with the track that the package is for
 * (docs/product/fingerprints.md). What it finds names no other recording, because its maker reads it.
 */
export async function compareMasters(db: EntityManager, pack: Package, masters: readonly PrintedMaster[]): Promise<Finding[]> {
  const { id: packageId, sellerId, productId, submissionId } = pack;
  const findings: Finding[] = [];
  const prints = masters.map((master) => ({ ...master, fingerprint: fingerprintOf(master.print) }));
  for (const { path: file, sha256: source, fingerprint } of prints) {
    await saveFingerprint(db, { packageId, sellerId, source }, fingerprint);
    const [match] = await matchesOf(db, fingerprint, { packageId, sellerId, productId, submissionId });
    if (!match) continue;
    const { likeness, fromSeconds, toSeconds } = match.agreement;
    const code = likeness === 'same' ? 'known-recording' : 'similar-recording';
    findings.push(finding(code, { file, from: fromSeconds, to: toSeconds }, fromSeconds));
  }
  const sources = masters.map(({ sha256 }) => sha256);
  await forgetOtherMasters(db, packageId, sources);
  const preview = productId === null ? null : await previewOf(db, productId);
  const [first] = prints;
  if (preview && first && !prints.some(({ fingerprint }) => isPreviewOf(preview, fingerprint)))
    findings.push(finding('preview-differs', { file: first.path }));
  return findings;
}
