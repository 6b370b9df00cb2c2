import {
  MakerPackageLapsing,
  SellerPackageLapsing,
  type DataOf,
  type PackageChecked,
  type PackageLapsing,
  type PackageReopened,
  type UserDeleted,
} from '@shop/contracts/events';
import { Refusal } from '@shop/http';
import { saveIfNewer, type Copies, type Tx } from '@shop/messaging';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { ownerOf } from '../user-copies/user-copies';
import { Submission } from './submission.entity';

const COPIES: Copies = { table: 'package_copies', key: 'package_id' };

/** Copies what the check of a package has found. */
export async function copyPackageWhenChecked({ db }: Tx, news: DataOf<typeof PackageChecked>) {
  await saveIfNewer(db, COPIES, {
    package_id: news.packageId,
    version: news.version,
    user_id: news.userId,
    verdict: news.verdict,
    fails: JSON.stringify(news.fails),
    has_project: news.facts.hasProject,
    expires_at: news.expiresAt,
  });
}

/** Marks a package as not checked: it has changed since, or is gone. */
export async function reopenPackageWhenReopened({ db }: Tx, { packageId, version, userId }: DataOf<typeof PackageReopened>) {
  await saveIfNewer(db, COPIES, { package_id: packageId, version, user_id: userId, verdict: null, fails: '[]' });
}

/** Announces files that lapse soon, for a mail to whoever sent them: the owner of a store, or an account without one, as most admins are. */
export async function tellOwnerWhenPackageLapsing({ db, emit }: Tx, lapsing: DataOf<typeof PackageLapsing>) {
  const { userId, packageId, trackName, expiresAt } = lapsing;
  const store = await db.findOneBy(Seller, { userId, deletedAt: IsNull() });
  const owner = await ownerOf(db, userId);
  if (!store) {
    if (owner) await emit(MakerPackageLapsing({ userId, maker: owner, packageId, trackName, expiresAt }));
    return;
  }
  const { id: sellerId, version, storeName } = store;
  await emit(SellerPackageLapsing({ sellerId, version, storeName, owner, packageId, trackName, expiresAt }));
}

/** Deletes what is known of lapsed packages, unless a submission that is not decided, or waits to be published, has them. */
export const forgetLapsedPackages = (db: EntityManager) =>
  db.query(
    `DELETE FROM package_copies WHERE expires_at < now() - interval '1 day' AND NOT EXISTS (
       SELECT FROM track_submissions sent WHERE sent.package_id = package_copies.package_id AND status NOT IN ('rejected', 'published'))`,
  );

/** Deletes what is known of a deleted account's packages. */
export async function forgetPackagesWhenUserDeleted({ db }: Tx, { userId }: DataOf<typeof UserDeleted>) {
  await db.query('DELETE FROM package_copies WHERE user_id = $1', [userId]);
}

type PackageCopy = { verdict: string | null; fails: { finding: string; text: string; todo: string }[]; has_project: boolean };

/**
 * The package that a user sends, when it may be sent (docs/product/review.md#sending-a-package).
 * @param submission the one that is sent again: its own package does not lapse
 * @throws Refusal 400 `package-not-fit`, with the findings in `details` when there are some
 */
export async function sendablePackage(
  db: EntityManager,
  userId: number,
  packageId: number,
  submission?: Submission,
): Promise<{ hasProject: boolean }> {
  const isItsOwn = submission?.packageId === packageId;
  const [copy] = await db.query<PackageCopy[]>(
    `SELECT verdict, fails, has_project FROM package_copies WHERE package_id = $1 AND user_id = $2 AND ($3 OR expires_at > now())`,
    [packageId, userId, isItsOwn],
  );
  if (!copy?.verdict) throw notFit('These files are not checked yet. Please check them first.');
  const fails = copy.fails.map(({ finding: code, text, todo }) => ({ code, text, todo }));
  if (fails.length > 0) throw notFit('These files cannot be sent yet. Please correct what the check has found.', fails);
  if (!isItsOwn && (await db.existsBy(Submission, { packageId, status: Not('rejected') })))
    throw notFit('These files were sent already.');
  return { hasProject: copy.has_project };
}

const notFit = (message: string, details?: unknown) =>
  new Refusal('invalid', 'package-not-fit', message, { field: 'packageId', ...(details !== undefined && { details }) });
