import { sortedBy } from '@shop/kit';

/** The order of an admin's list as SQL; what has no value comes last. @throws Refusal 400 on a field that `sorts` does not name. */
export const orderBy = (sort: string | undefined, sorts: Record<string, string>, idColumn: string): string =>
  Object.entries(sortedBy(sort, sorts, idColumn))
    .map(([column, direction]) => `${column} ${direction} NULLS LAST`)
    .join(', ');
