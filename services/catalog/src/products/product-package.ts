import type { FilesFacts } from '@shop/contracts/views';
import { invalid } from '@shop/http';
import { locked } from '@shop/messaging';
import { In, type EntityManager } from 'typeorm';
import { hashesOf } from '../fingerprints/recordings';
import { Package, PackageFile, unusedExpiry } from '../packages/package.entity';
import type { Product, TrackPackage } from './product.entity';

/**
 * Gives a track the package that its form names (docs/product/packages.md#a-package-on-sale), and notes what everybody may know of its
 * files. `former` is the package that the track had before: it lapses in time, unless the track is sold. The caller saves the track.
 * @throws Refusal 400 with `package_id` for a package that is not fit, of another store, submission or track; with `project_link` when
 * nothing delivers the project
 */
export async function takePackage(db: EntityManager, product: Product, former: number | null = null): Promise<void> {
  if (product.packageId !== former) {
    if (former !== null) await (product.claim === 'sold' ? assignToTrack(db, product, former) : release(db, former));
    product.files = product.packageId === null ? null : await take(db, product, product.packageId);
  }
  if (product.projectName !== null && product.projectLink === null && !product.files?.project)
    throw invalid('project_link', 'A project link is required when a project is chosen');
}

async function take(db: EntityManager, product: Product, packageId: number): Promise<FilesFacts> {
  const row = await locked(db, Package, { id: packageId });
  if (!row) throw invalid('package_id', 'There is no such package.');
  if (row.published && !(await leftByRemovedTrack(db, packageId)))
    throw invalid('package_id', 'This package delivers another track already.');
  if (row.submissionId !== null && row.submissionId !== product.submissionId)
    throw invalid('package_id', 'This package belongs to another submission.');
  if (row.sellerId !== null && row.sellerId !== product.sellerId)
    throw invalid('package_id', 'This package belongs to another store.');
  if (row.changesAsked) throw invalid('package_id', 'The seller was asked for changes, so that these files may still change.');
  if (!row.isFit) throw invalid('package_id', 'The check of this package has not passed.');
  row.published = true;
  await db.save(row);
  return factsOf(await filesIn(db, [packageId]));
}

/** A removed track that nobody has bought gives its package to the one that takes its place. @returns whether there was one */
async function leftByRemovedTrack(db: EntityManager, packageId: number): Promise<boolean> {
  const [, count] = await db.query<[unknown[], number]>(
    `UPDATE products SET package_id = NULL WHERE package_id = $1 AND removed AND claim = 'free'`,
    [packageId],
  );
  return count > 0;
}

/** The former files of a sold track stay as long as its sale, and are known to be the track's. */
const assignToTrack = (db: EntityManager, { id: productId }: Product, former: number) =>
  db.update(Package, { id: former }, { productId });

async function release(db: EntityManager, id: number): Promise<void> {
  const row = await locked(db, Package, { id });
  if (!row) return;
  row.released();
  await db.save(row);
}

/** Lets the packages of removed tracks lapse: a late payment for one of them still finds its files. */
export async function letPackagesLapse(db: EntityManager, products: readonly Product[]): Promise<void> {
  const ids = products.flatMap(({ packageId }) => packageId ?? []);
  if (ids.length > 0) await db.update(Package, { id: In(ids) }, { expiresAt: unusedExpiry() });
}

/** The packages of tracks as events announce them. @returns the one of a track, null for a track without any */
export async function packagesOf(
  db: EntityManager,
  products: readonly Product[],
): Promise<(product: Product) => TrackPackage | null> {
  const ids = products.flatMap(({ packageId }) => packageId ?? []);
  const files = ids.length > 0 ? await filesIn(db, ids) : [];
  const hashes = await hashesOf(db, ids);
  const announcements = new Map(ids.map((id) => [id, { ...trackPackageOf(id, files), fingerprint: hashes.get(id) ?? null }]));
  return ({ packageId }) => (packageId === null ? null : (announcements.get(packageId) ?? null));
}

const filesIn = (db: EntityManager, packageIds: readonly number[]) =>
  db.find(PackageFile, { where: { packageId: In(packageIds) }, order: { path: 'ASC' } });

function trackPackageOf(id: number, allFiles: readonly PackageFile[]): TrackPackage {
  const files = allFiles.filter(({ packageId }) => packageId === id);
  return {
    id,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    hasProject: files.some(({ role }) => role === 'project'),
    files: files.map((file) => ({
      id: file.id,
      path: file.path,
      role: file.role,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
    })),
  };
}

function factsOf(files: readonly PackageFile[]): FilesFacts {
  const master = files.find(({ role }) => role === 'master')?.facts;
  return {
    stems: files.filter(({ role }) => role === 'stem').length,
    midi: files.some(({ role }) => role === 'midi'),
    seconds: master?.seconds ?? null,
    loudness: master?.loudness ?? null,
    project: files.some(({ role }) => role === 'project'),
  };
}
