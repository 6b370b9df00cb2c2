import {
  MAY,
  OWNERS_FINDINGS,
  PACKAGE_LIMITS,
  UNSAFE_FINDINGS,
  type FindingCode,
  type PackageRole,
} from '@shop/contracts/constants';
import {
  adminActed,
  PackageLapsing,
  type ChangesAsked,
  type StoreClosed,
  type DataOf,
  type SubmissionChanged,
  type SubmissionCorrected,
  type TrackSubmitted,
} from '@shop/contracts/events';
import type { CompleteForm, OverruleForm, PackageForm } from '@shop/contracts/forms';
import { conflict, forbidden, hasRole, invalid, notFound, type UserCaller } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, LessThan, Not, type DataSource, type EntityManager } from 'typeorm';
import { Store } from '../stores/store.entity';
import { rolesOf } from './check/roles';
import { Package, PackageFile, PackageUpload } from './package.entity';
import { ownPackage } from './package-queries';

/**
 * Begins a package (docs/product/packages.md#who-makes-a-package). Sellers name only tracks of their own store.
 * @throws Refusal 403 unless the caller has an active store or may change the catalogue, 400 with `productId`
 */
export async function createPackage({ db }: Tx, { userId, admin }: UserCaller, form: PackageForm): Promise<Package> {
  const store = await db.findOneBy(Store, { userId, status: 'active' });
  if (!store && !admin) throw forbidden('Only active stores can send files.');
  if (form.productId !== undefined) {
    const [product] = await db.query<{ seller_id: number | null }[]>('SELECT seller_id FROM products WHERE id = $1', [
      form.productId,
    ]);
    if (!product || !(admin || product.seller_id === store?.sellerId)) throw invalid('productId', 'There is no such track.');
  }
  return db.save(Package.fresh(userId, store?.sellerId ?? null, form));
}

/** Deletes a package with its files. A task removes the objects. @throws Refusal 404; 409 `checking`, `used` */
export async function deletePackage({ db, emit }: Tx, makerId: number, id: number): Promise<void> {
  const pack = await ownPackage(db, makerId, id);
  pack.refuseToChange();
  await db.delete(Package, { id });
  await emit(...pack.reopened());
}

/** Says what a file is, whatever its path says. @throws Refusal 404; 409 `checking`, `used` */
export async function changeFile(tx: Tx, makerId: number, { id, fileId }: OneFile, role: PackageRole): Promise<void> {
  const file = await ownFile(tx, makerId, { id, fileId });
  await tx.db.update(PackageFile, { id: file.id }, { role, roleChosen: true });
}

/** Takes a file out of a package. @throws Refusal 404; 409 `checking`, `used` */
export async function deleteFile(tx: Tx, makerId: number, { id, fileId }: OneFile): Promise<void> {
  const { path } = await ownFile(tx, makerId, { id, fileId });
  await tx.db.delete(PackageFile, { id: fileId });
  await tx.db.delete(PackageUpload, { packageId: id, path });
  await assignFileRoles(tx.db, id);
}

/**
 * Hands a package to the check, which goes on in the background.
 * @param form what is said of the track by now
 * @throws Refusal 404; 409 `checking`, `used`, `empty`, `upload-unfinished`
 */
export async function completePackage({ db }: Tx, makerId: number, id: number, form: CompleteForm): Promise<Package> {
  const pack = await ownPackage(db, makerId, id);
  pack.refuseToChange();
  const openUploads = await db.findBy(PackageUpload, { packageId: id, finished: false });
  if (openUploads.length > 0)
    throw conflict('upload-unfinished', 'Some files have not arrived in full. Please let them finish, or remove them.', {
      details: openUploads.map(({ path }) => path),
    });
  if (!(await db.existsBy(PackageFile, { packageId: id }))) throw conflict('empty', 'Please add files first.');
  pack.complete();
  pack.describe(form);
  return db.save(pack);
}

/**
 * Overrules a fail that the check has found: with it alone, the package may be sent and sold (docs/product/packages.md#overruling).
 * @throws Refusal 404; 409 `never-overruled` for what makes a package unsafe, `not-checked`; 403 unless an owner overrules what is theirs
 */
export async function overruleFinding({ db, emit }: Tx, caller: UserCaller, id: number, form: OverruleForm): Promise<Package> {
  const { reason, ...finding } = form;
  if (isIn(UNSAFE_FINDINGS, finding.code))
    throw conflict('never-overruled', 'This makes the package unsafe. It must be corrected by its maker.');
  if (isIn(OWNERS_FINDINGS, finding.code) && !hasRole(caller, MAY.ownTheShop))
    throw forbidden('Only an owner overrules this finding.');
  const pack = await locked(db, Package, { id });
  if (!pack) throw notFound('package');
  const before = { overruled: null };
  pack.overrule(finding, caller.userId, reason);
  await db.save(pack);
  const subject = { type: 'package', id, name: `Package ${id}` };
  const after = { overruled: { finding: finding.code, reason } };
  await emit(
    pack.announced(await db.findBy(PackageFile, { packageId: id })),
    ...adminActed(caller.userId, 'package.finding-overruled', subject, { before, after }),
  );
  return pack;
}

const isIn = (codes: readonly FindingCode[], code: FindingCode) => codes.includes(code);

/**
 * Marks a package as used by the submission that names it: it no longer lapses, and its files no longer change. What its maker has
 * changed in the moment before is checked again, for the reviewer.
 */
export async function usePackageWhenTrackSubmitted(
  { db }: Tx,
  { packageId, submissionId, userId }: DataOf<typeof TrackSubmitted>,
) {
  if (packageId === null || userId === null) return;
  const pack = await locked(db, Package, { id: packageId, makerId: userId, submissionId: IsNull(), published: false });
  if (!pack) return;
  if (pack.state === 'open') pack.complete();
  pack.submissionId = submissionId;
  await db.save(pack);
}

/**
 * Lets the maker change the files of a submission for which changes are asked (docs/product/packages.md#sent-for-review), until it is
 * sent again. What the seller heard of the check still holds until they change something.
 */
export async function openPackageWhenChangesAsked({ db }: Tx, event: DataOf<typeof ChangesAsked>) {
  const pack = await packageOfSubmission(db, event);
  if (!pack) return;
  pack.changesAsked = true;
  await db.save(pack);
}

/** Marks the package of a submission that was sent again as used, and lets the one lapse that it replaces. */
export async function usePackageWhenSubmissionCorrected({ db }: Tx, correction: DataOf<typeof SubmissionCorrected>) {
  const { packageId, submissionId, version } = correction;
  const earlierPacks = await db.findBy(Package, { submissionId, published: false, submissionVersion: LessThan(version) });
  for (const { id } of earlierPacks) {
    const earlierPack = id === packageId ? null : await locked(db, Package, { id });
    earlierPack?.released();
    if (earlierPack) await db.save(earlierPack);
  }
  const pack = await packageOfSubmission(db, correction);
  if (!pack) return;
  if (pack.state === 'open') pack.complete();
  pack.changesAsked = false;
  await db.save(pack);
}

/** Lets the package of a rejected submission lapse; its maker may send the files once more, as they are or corrected. */
export async function releasePackageWhenSubmissionChanged({ db, emit }: Tx, change: DataOf<typeof SubmissionChanged>) {
  if (change.status !== 'rejected') return;
  const pack = await packageOfSubmission(db, change);
  if (!pack) return;
  pack.released();
  if (pack.state === 'checked' || pack.state === 'failed') {
    pack.version += 1;
    await emit(pack.announced(await db.findBy(PackageFile, { packageId: pack.id })));
  }
  await db.save(pack);
}

/** Lets the packages lapse that a closed store has sent for review: its submissions that nobody has decided about are gone. */
export async function letPackagesLapseWhenStoreClosed({ db }: Tx, { sellerId }: DataOf<typeof StoreClosed>) {
  const packs = await db.findBy(Package, { sellerId, published: false, submissionId: Not(IsNull()) });
  for (const { id } of packs) {
    const pack = await locked(db, Package, { id, published: false });
    pack?.released();
    if (pack) await db.save(pack);
  }
}

type SaidSubmission = { packageId: number | null; submissionId: number; version: number; userId: number | null };

/** The package of a submission, locked, unless something newer is known of it. */
async function packageOfSubmission(db: EntityManager, { packageId, submissionId, version, userId }: SaidSubmission) {
  if (packageId === null || userId === null) return null;
  const pack = await locked(db, Package, { id: packageId, makerId: userId, published: false });
  if (!pack || (pack.submissionId ?? submissionId) !== submissionId || pack.submissionVersion >= version) return null;
  pack.submissionId = submissionId;
  pack.submissionVersion = version;
  return pack;
}

/** Deletes the uploads and packages whose time is over (docs/product/packages.md#limits). */
export async function forgetLapsed(db: EntityManager): Promise<void> {
  const isOver = { expiresAt: LessThan(new Date()) };
  await db.delete(PackageUpload, isOver);
  await db.delete(Package, { ...isOver, submissionId: IsNull(), published: false });
  await db.query(
    `DELETE FROM packages USING products
     WHERE package_id = packages.id AND removed AND claim = 'free' AND published AND expires_at < now()`,
  );
}

/** Announces each unused package that lapses in `PACKAGE_LIMITS.lapseNoticeDays` once; several replicas share the work. */
export async function tellOfLapsing(source: DataSource): Promise<void> {
  while (await tellSome(source));
}

type LapsingRow = { id: number; maker_id: number; track_name: string | null; expires_at: Date };

const tellSome = (source: DataSource): Promise<boolean> =>
  inTx(source, async ({ db, emit }) => {
    const rows = await db.query<LapsingRow[]>(
      `SELECT id, maker_id, track_name, expires_at FROM packages
       WHERE lapse_told_at IS NULL AND submission_id IS NULL AND NOT published
         AND expires_at > now() AND expires_at < now() + make_interval(days => $1)
         AND EXISTS (SELECT FROM package_files WHERE package_id = packages.id)
       ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED`,
      [PACKAGE_LIMITS.lapseNoticeDays],
    );
    for (const { id: packageId, maker_id: userId, track_name: trackName, expires_at: expiresAt } of rows)
      await emit(PackageLapsing({ packageId, userId, trackName, expiresAt: expiresAt.toISOString() }));
    await db.query('UPDATE packages SET lapse_told_at = now() WHERE id = ANY($1)', [rows.map(({ id }) => id)]);
    return rows.length > 0;
  });

/** Adds a file that is in the storage; `assignFileRoles` says what it is. */
export async function addPackageFile(
  db: EntityManager,
  file: Pick<PackageFile, 'packageId' | 'path' | 'sizeBytes' | 'sha256' | 'crc32' | 'objectKey'>,
): Promise<void> {
  await db.insert(PackageFile, { ...file, role: 'other', roleChosen: false, facts: {} });
}

/** Says of each file what it is by all paths of the package, unless its maker has said so (docs/product/packages.md#roles). */
export async function assignFileRoles(db: EntityManager, packageId: number): Promise<void> {
  const files = await db.findBy(PackageFile, { packageId });
  const roles = rolesOf(files.map(({ path }) => path));
  for (const [at, { id, role, roleChosen }] of files.entries()) {
    const fit = roles[at] ?? 'other';
    if (!roleChosen && role !== fit) await db.update(PackageFile, { id }, { role: fit });
  }
}

type OneFile = { id: number; fileId: number };

async function ownFile({ db, emit }: Tx, makerId: number, { id, fileId }: OneFile): Promise<PackageFile> {
  const pack = await ownPackage(db, makerId, id);
  const file = await db.findOneBy(PackageFile, { id: fileId, packageId: id });
  if (!file) throw notFound('file');
  const events = pack.change();
  await db.save(pack);
  await emit(...events);
  return file;
}
