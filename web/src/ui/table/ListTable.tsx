import type { Page } from '@shop/contracts/views';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { errorText } from '#lib/calls/api.ts';
import type { ListParams } from '#lib/use-list-params.ts';
import { Button } from '../action/Button';
import { DataTable, type Column } from './DataTable';
import { Pagination } from './Pagination';
import { Query } from '../feedback/Query';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';

type TableQuery = Pick<ListParams, 'page' | 'sort'>;
type Listing<Row> = Pick<Page<Row>, 'data' | 'pagination'>;
type Answer<Row> = {
  data?: Listing<Row>;
  currentData?: Listing<Row>;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/**
 * One page of a service's list with skeleton, failure, empty text, sorting and paging. `of` is its query, `list` the parameters
 * from the address. `failed` is the message for an error without one, or a function that makes the message.
 */
export function ListTable<Row extends { id: number | string }>({
  caption,
  of,
  list: { params, change, isNarrowed, clear },
  columns,
  empty,
  failed,
  order = '-id',
}: {
  caption: string;
  of: Answer<Row>;
  list: { params: TableQuery; change: (changes: Partial<TableQuery>) => void; isNarrowed: boolean; clear: () => void };
  columns: readonly Column<Row>[];
  empty: ReactNode;
  failed: string | ((error: unknown) => string);
  /** The service's own order, until the user chooses another. */
  order?: string;
}) {
  // The previous page's rows must not appear under a query that failed.
  const shownPage = lastWhileFetching(of);
  const last = of.currentData && of.currentData.data.length === 0 ? Math.max(1, of.currentData.pagination.totalPages) : null;
  const isPastTheEnd = last !== null && params.page > last;
  const goBack = useEffectEvent((page: number) => change({ page }));
  // The last row of the last page was deleted, or an old link names a page that no longer exists.
  useEffect(() => {
    if (isPastTheEnd) goBack(last);
  }, [isPastTheEnd, last]);

  const table = (rows: readonly Row[] | undefined) => (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      empty={
        <>
          {empty}
          {isNarrowed && (
            <Button size="s" onClick={clear}>
              Show all
            </Button>
          )}
        </>
      }
      sort={params.sort || order}
      onSort={(sort) => change({ sort })}
      stale={of.isFetching && !of.currentData}
    />
  );
  return (
    <Query
      of={shownPage}
      skeleton={table(undefined)}
      errorText={typeof failed === 'string' ? (error) => errorText(error, failed) : failed}
    >
      {({ data, pagination }) => (
        <>
          {table(isPastTheEnd ? undefined : data)}
          <Pagination {...pagination} onChange={(page) => change({ page })} />
        </>
      )}
    </Query>
  );
}
