import { createHash, randomUUID } from 'node:crypto';
import { PACKAGE_LIMITS } from '@shop/contracts/constants';
import type { PackageUploadForm } from '@shop/contracts/forms';
import { conflict, Refusal } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { PackageFile, PackageUpload, uploadExpiry } from '../package.entity';
import { ownPackage } from '../package-queries';

const MAKERS = 4_711_005;
/** Below it lie the objects of packages, each under a hash: contents are known only when they have arrived. */
export const PACKAGES_FOLDER = 'private/packages';
export const packageKey = (name: string) => `${PACKAGES_FOLDER}/${createHash('sha256').update(name).digest('hex')}`;

/**
 * Begins the upload of a file, or finds the one that was begun with the same hash: a page that was reloaded goes on where it was.
 * Without a hash nobody can tell whether the file is still the same, so it begins anew.
 * @param quotaBytes what all packages of one maker may hold
 * @throws Refusal 404; 409 `checking`, `used`, `path-taken`; 413 `too-large`, `too-many-files`; 507 `no-room`
 */
export async function beginUpload(
  { db, emit }: Tx,
  makerId: number,
  packageId: number,
  { path, sizeBytes, sha256 = null }: Omit<PackageUploadForm, 'sha256'> & { sha256?: string | null },
  quotaBytes: number,
): Promise<PackageUpload> {
  // Two uploads at the same time must not both fit into the last free bytes.
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [MAKERS, makerId]);
  const pack = await ownPackage(db, makerId, packageId);
  pack.refuseToChange();
  const earlier = await db.findOneBy(PackageUpload, { packageId, path });
  if (earlier && sha256 !== null && earlier.sha256 === sha256 && earlier.sizeBytes === sizeBytes) return earlier;
  if (await db.existsBy(PackageFile, { packageId, path }))
    throw conflict('path-taken', `The package already has a file ${path}. Please remove it first.`);
  if (earlier) await db.delete(PackageUpload, { id: earlier.id });

  await refuseIfTooLarge(db, packageId, sizeBytes);
  if ((await heldBy(db, makerId)) + sizeBytes > quotaBytes)
    throw new Refusal('no-room', 'no-room', 'Your packages would need more room than you have. Please delete one first.');
  const events = pack.change();
  await db.save(pack);
  await emit(...events);
  const id = randomUUID();
  const fresh = { id, packageId, path, sizeBytes, sha256, objectKey: packageKey(id), storeUpload: null, hashState: null };
  const counts = { parts: [], offsetBytes: 0, crc32: 0, finished: false, expiresAt: uploadExpiry() };
  return db.save(Object.assign(new PackageUpload(), { ...fresh, ...counts } satisfies PackageUpload));
}

async function refuseIfTooLarge(db: EntityManager, packageId: number, sizeBytes: number) {
  const [usage] = await db.query<[{ files: string; bytes: string }]>(
    `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS bytes FROM (${HELD}) AS held WHERE package_id = $1`,
    [packageId],
  );
  if (Number(usage.bytes) + sizeBytes > PACKAGE_LIMITS.bytes)
    throw new Refusal('too-large', 'too-large', 'A package can hold at most 10 GB.', { field: 'sizeBytes' });
  if (Number(usage.files) >= PACKAGE_LIMITS.files)
    throw new Refusal('too-large', 'too-many-files', 'A package can hold at most 2,000 files.', { field: 'path' });
}

/** A finished upload counts as its file. */
const HELD = `SELECT package_id, size_bytes FROM package_files
  UNION ALL SELECT package_id, size_bytes FROM package_uploads WHERE NOT finished`;

/** The bytes that a maker's packages hold, with what is still to come. */
async function heldBy(db: EntityManager, makerId: number): Promise<number> {
  const [usage] = await db.query<[{ bytes: string }]>(
    `SELECT coalesce(sum(size_bytes), 0) AS bytes FROM (${HELD}) AS held JOIN packages ON id = package_id WHERE maker_id = $1`,
    [makerId],
  );
  return Number(usage.bytes);
}
