import { isError } from './errors';

const OUTAGES = [
  // The system's network, names and files.
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EIO|ENOSPC)$/,
  // Postgres; 40P01 and 40001: it undid the work, because other transactions used the same rows.
  /^(08\w{3}|25006|25P03|40P01|40001|53\w{3}|57P0[123]|57014)$/,
  // MinIO, when its disks are full.
  /^XMinioStorageFull$/,
];
/** The messages of pg and its pool, TypeORM and MinIO's client about an outage without a code. */
const OUTAGES_IN_WORDS = [
  /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$/,
  /^timeout expired$|^Query read timeout$|^Cannot use a pool after calling end/,
  /^Driver not Connected|^Query runner already released|^Database connection provided by a query runner was already released/,
  /^Cannot execute operation because connection is not yet established/,
  /^Request failed after \d+ retries: .*Retryable HTTP status/,
];

/** Whether database or object store is away or too late, or undid the work. The same call may succeed in a moment. */
export const isOutage = (error: unknown): boolean =>
  isError(error) &&
  (OUTAGES.some((codes) => codes.test(String((error as { code?: unknown }).code))) ||
    OUTAGES_IN_WORDS.some((words) => words.test(error.message)) ||
    (error as Partial<AggregateError>).errors?.some(isOutage) === true);

/** Whether Postgres undid the work because two transactions waited for each other: they lock their rows in different orders. */
export const isDeadlock = (error: unknown): boolean => isError(error) && (error as { code?: unknown }).code === '40P01';
