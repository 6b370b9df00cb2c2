import { UNSOLD_MONTHS } from '@shop/contracts/constants';
import type { UnsoldTrackView } from '@shop/contracts/views';
import { ADMIN_UNSOLD_COLUMNS } from '../../features/sellers/admin-unsold-columns';
import { useUnsoldTracksQuery } from '../../features/sellers/adminSellersApi';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

/** Sellers' tracks that nobody bought for six months; they may be taken out of the shop (spec 1 §9). */
export function UnsoldTracksPage() {
  const { params, query, change } = useListParams();
  const list = useUnsoldTracksQuery(query, { refetchOnMountOrArgChange: true });
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const table = (rows: UnsoldTrackView[] | undefined) => (
    <DataTable
      caption="Unsold tracks"
      columns={ADMIN_UNSOLD_COLUMNS}
      rows={rows}
      empty={
        params.q ? 'No matching tracks found' : `Every track has been on sale for less than ${UNSOLD_MONTHS} months, or was sold`
      }
      sort={params.sort || 'created_at'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );
  return (
    <>
      <title>Unsold tracks</title>
      <ListHead title={`Unsold for ${UNSOLD_MONTHS} months`} total={list.data?.pagination.total}>
        <SearchBox label="Search by track, genre or shop" value={params.q} onChange={(q) => change({ q })} />
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText="Failed to load unsold tracks">
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
    </>
  );
}
