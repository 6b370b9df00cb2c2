import { JOINED_LETTER } from '@shop/contracts/constants';
import { invalid } from '@shop/http';

/** The query of a list. Without `page` it asks for the newest thousand. */
type ListQuery = { page?: number; limit: number; sort?: string };

const NEWEST = 1000;

/**
 * The order of an admin's list. `sort` names one of `sorts`; a leading `-` reverses it. Equal rows come newest first, so that
 * each row is on exactly one page.
 * @returns columns in order, for a query builder
 * @throws Refusal 400 on an unknown field
 */
export function sortedBy(sort: string | undefined, sorts: Record<string, string>, idColumn: string) {
  const [, minus, field = ''] = /^(-?)(\w+)$/.exec(sort ?? '-id') ?? [];
  const column = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (!column) throw invalid('sort', `Sort by one of ${Object.keys(sorts).join(', ')}`);
  const order: Record<string, 'ASC' | 'DESC'> = { [column]: minus ? 'DESC' : 'ASC' };
  return column === idColumn ? order : { ...order, [idColumn]: 'DESC' as const };
}

/**
 * Like `sortedBy`, as SQL. `nullable` names the fields that may be null: such rows come last, and no index gives that order
 * descending. @throws Refusal 400 on a field that `sorts` does not name.
 */
export function orderBy<Field extends string>(
  sort: string | undefined,
  sorts: Record<Field, string>,
  idColumn: string,
  nullable: readonly NoInfer<Field>[] = [],
): string {
  const emptyLast = nullable.map((field) => sorts[field]);
  return Object.entries(sortedBy(sort, sorts, idColumn))
    .map(([column, way]) => `${column} ${way}${emptyLast.includes(column) ? ' NULLS LAST' : ''}`)
    .join(', ');
}

/** Blanks and the signs that separate words as blanks do, for a regular expression of either JavaScript or Postgres. */
const SEPARATORS = '[ \u00a0\u2010-\u2015./&_-]+';
const JOINED_LETTERS = new RegExp(`[${JOINED_LETTER}]`, 'gu');
const JOINERS = '[\u200c\u200d]*';

/**
 * The regular expression of Postgres (for `~*`) that finds the words of `q` anywhere, one after the other. Whether blanks, hyphens,
 * dots, slashes or ampersands are between them makes no difference, and neither do joiners within them; all other characters stand
 * for themselves.
 */
export function containing(q: string): string {
  const words = q.split(new RegExp(SEPARATORS)).filter(Boolean);
  return words.length > 0 ? words.map(literally).join(SEPARATORS) : literally(q);
}

const literally = (word: string) => word.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(JOINED_LETTERS, `$&${JOINERS}`);

/** Which rows of the list a page shows: how many to skip and how many to take. */
export function windowOf({ page, limit }: ListQuery) {
  const take = page === undefined ? NEWEST : limit;
  return { skip: ((page ?? 1) - 1) * take, take };
}

/** The answer of a list: the rows of a page, and the counts for paging. `total` counts the rows of all pages. */
export function pageOf<Item>(query: ListQuery, total: number, data: Item[]) {
  const { page = 1 } = query;
  const limit = windowOf(query).take;
  const pagination = { page, limit, total, totalPages: Math.max(1, Math.ceil(total / limit)) };
  return { success: true as const, data, pagination };
}
