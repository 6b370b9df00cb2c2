import type { PackageView } from '@shop/contracts/views';
import { packageRoutes, pathOf } from '@shop/contracts/routes';
import { notFound, type UserCaller } from '@shop/http';
import { locked } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { Package, PackageFile, PackageUpload } from './package.entity';

/** A package as its maker and reviewers see it. */
export async function packageView(db: EntityManager, pack: Package): Promise<PackageView> {
  const where = { packageId: pack.id };
  const order = { path: 'ASC' as const };
  const files = await db.find(PackageFile, { where, order });
  const uploads = await db.find(PackageUpload, { where: { ...where, finished: false }, order });
  return {
    id: pack.id,
    state: pack.state,
    trackName: pack.trackName,
    productId: pack.productId,
    expiresAt: pack.expiresAt.toISOString(),
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    progress: pack.progress,
    files: files.map(({ id, path, role, sizeBytes, sha256, facts }) => ({ id, path, role, sizeBytes, sha256, ...facts })),
    uploads: uploads.map((upload) => ({ ...uploadView(upload), path: upload.path, sizeBytes: upload.sizeBytes })),
    report: pack.report,
  };
}

export const uploadView = ({ id, packageId, offsetBytes }: PackageUpload) => ({
  uploadId: id,
  uploadUrl: pathOf(packageRoutes.packageUpload, { id: packageId, uploadId: id }),
  offset: offsetBytes,
});

/** A package for its maker, or for an admin whom the call lets in. @throws Refusal 404 for others */
export async function packageForCaller(db: EntityManager, { userId, admin }: UserCaller, id: number): Promise<Package> {
  const pack = await db.findOneBy(Package, { id });
  if (!pack || !(admin || pack.makerId === userId)) throw notFound('package');
  return pack;
}

/** A maker's own package, locked. @throws Refusal 404 for others */
export async function ownPackage(db: EntityManager, makerId: number, id: number): Promise<Package> {
  const pack = await locked(db, Package, { id, makerId });
  if (!pack) throw notFound('package');
  return pack;
}
