import { MAY, SUBMISSION_FILTERS, type SubmissionFilter, type SubmissionStatus } from '@shop/contracts/constants';
import type { SoundOrigins, SubmissionsQuery } from '@shop/contracts/forms';
import { centsToDollars } from '@shop/contracts/pricing';
import type { AskedChange, SellerSubmissionView, SubmissionCounts, SubmissionsPage, SubmissionView } from '@shop/contracts/views';
import { hasRole, notFound, type Caller } from '@shop/http';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { DataSource } from 'typeorm';

type Row = {
  id: number;
  seller_id: number;
  store_name: string;
  track_name: string;
  price_cents: number;
  genre: string;
  bpm: number;
  music_key: string;
  track_files_link: string;
  project_files_link: string | null;
  package_id: number | null;
  account_email: string | null;
  contact_email: string;
  sound_origins: SoundOrigins | null;
  status: SubmissionStatus;
  reason: string | null;
  track_id: number | null;
  submitted_at: Date;
  changed_at: Date;
  due_at: Date | null;
  overdue: boolean;
  history: AskedChange[];
};

const OVERDUE = `coalesce(one.due_at < now(), false)`;
/**
 * The track is named until it is removed and nobody holds it or has bought it: then catalog lets the submission become another
 * track (docs/product/review.md#publication).
 */
const COLUMNS = `one.*, ${OVERDUE} AS overdue, store.store_name, person.email AS account_email,
  CASE WHEN copy.removed AND coalesce(sold.released AND NOT sold.held, true) THEN NULL ELSE one.product_id END AS track_id`;
const FROM = `FROM track_submissions one JOIN sellers store ON store.id = one.seller_id
  LEFT JOIN product_copies copy ON copy.product_id = one.product_id
  LEFT JOIN sold_tracks sold ON sold.product_id = one.product_id
  LEFT JOIN user_copies person ON person.user_id = store.user_id AND NOT person.deleted`;
const MOST = 200;

/**
 * The newest 200 submissions of a seller, without their links.
 * @param forSeller whether the seller asks, who also reads what they may correct
 */
export async function submissionsOf(source: DataSource, sellerId: number, forSeller = false): Promise<SellerSubmissionView[]> {
  const rows = await source.query<Row[]>(
    `SELECT ${COLUMNS} ${FROM} WHERE one.seller_id = $1 ORDER BY one.id DESC LIMIT ${MOST}`,
    [sellerId],
  );
  return rows.map((row) => (forSeller && row.status === 'changes_asked' ? correctableView(row) : sellersView(row)));
}

/** One submission as this admin sees it. @throws Refusal 404 */
export async function submissionForAdmin(source: DataSource, id: number, caller: Caller): Promise<SubmissionView> {
  const [row] = await source.query<Row[]>(`SELECT ${COLUMNS} ${FROM} WHERE one.id = $1`, [id]);
  if (!row) throw notFound('submission');
  return adminView(row, caller);
}

const SORTS = {
  due: 'one.due_at',
  id: 'one.id',
  trackName: 'lower(one.track_name)',
  storeName: 'lower(store.store_name)',
  price: 'one.price_cents',
  status: 'one.status',
  submittedAt: 'one.submitted_at',
};

const FILTERS: Record<SubmissionFilter, string> = {
  submitted: `one.status = 'submitted'`,
  in_review: `one.status = 'in_review'`,
  changes_asked: `one.status = 'changes_asked'`,
  approved: `one.status = 'approved'`,
  rejected: `one.status = 'rejected'`,
  published: `one.status = 'published'`,
  open: 'one.due_at IS NOT NULL',
  overdue: 'one.due_at < now()',
};

/**
 * A page of the review queue for admins (docs/product/review.md#the-review-queue): waiting submissions by their promised time, then
 * decided ones. `sort` is a field; a `-` before it reverses the order. `counts` are those of all submissions.
 */
export async function listSubmissions(source: DataSource, query: SubmissionsQuery, caller: Caller): Promise<SubmissionsPage> {
  const { q = '', status } = query;
  const order = orderBy(query.sort ?? 'due', SORTS, SORTS.id, ['due']);
  const where = `${status ? FILTERS[status] : 'true'} AND store.deleted_at IS NULL AND ($1 = '' OR one.id::text = $2
    OR concat_ws(' ', one.track_name, store.store_name, person.email, one.contact_email, one.genre) ~* $1)`;
  const values = [containing(q), q.replace(/^#/, '')];
  const { skip, take } = windowOf(query);
  const [rows, [{ total }], counts] = await Promise.all([
    source.query<Row[]>(`SELECT ${COLUMNS} ${FROM} WHERE ${where} ORDER BY ${order} LIMIT $3 OFFSET $4`, [...values, take, skip]),
    source.query<[{ total: number }]>(`SELECT count(*)::int AS total ${FROM} WHERE ${where}`, values),
    countSubmissions(source),
  ]);
  const data = rows.map((row) => adminView(row, caller));
  return { ...pageOf(query, total, data), counts };
}

async function countSubmissions(source: DataSource): Promise<SubmissionCounts> {
  const sums = SUBMISSION_FILTERS.map((filter) => `count(*) FILTER (WHERE ${FILTERS[filter]})::int AS ${filter}`);
  const [counts] = await source.query<[SubmissionCounts]>(`SELECT ${sums.join(', ')} ${FROM} WHERE store.deleted_at IS NULL`);
  return counts;
}

const sellersView = (row: Row) => ({
  id: row.id,
  trackName: row.track_name,
  price: centsToDollars(row.price_cents),
  genre: row.genre,
  bpm: row.bpm,
  key: row.music_key,
  status: row.status,
  reason: row.reason,
  productId: row.track_id,
  submittedAt: row.submitted_at.toISOString(),
  dueAt: row.due_at?.toISOString() ?? null,
  overdue: row.overdue,
  changedAt: row.changed_at.toISOString(),
  history: row.history,
});

const correctableView = (row: Row): SellerSubmissionView => ({
  ...sellersView(row),
  correctable: {
    trackFilesLink: row.track_files_link,
    projectFilesLink: row.project_files_link,
    packageId: row.package_id,
    contactEmail: row.contact_email,
    origins: row.sound_origins,
  },
});

/** Only admins who may make a track of the submission see its links. */
const adminView = (row: Row, caller: Caller): SubmissionView => ({
  ...sellersView(row),
  sellerId: row.seller_id,
  storeName: row.store_name,
  ...(hasRole(caller, MAY.changeCatalogue)
    ? { trackFilesLink: row.track_files_link, projectFilesLink: row.project_files_link }
    : { trackFilesLink: null, projectFilesLink: null }),
  packageId: hasRole(caller, MAY.readPackages) ? row.package_id : null,
  accountEmail: row.account_email,
  contactEmail: row.contact_email,
  ...(row.sound_origins && { origins: row.sound_origins }),
});
