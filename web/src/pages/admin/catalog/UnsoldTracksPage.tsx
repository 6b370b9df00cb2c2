import { UNSOLD_MONTHS } from '@shop/contracts/constants';
import { ADMIN_UNSOLD_COLUMNS } from '#features/sellers/admin/stores/admin-unsold-columns.tsx';
import { useUnsoldTracksQuery } from '#features/sellers/api/admin-sellers-api.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const NONE = `Every track has been in the shop for less than ${UNSOLD_MONTHS} months, or is sold`;

/**
 * Sellers' tracks that are unsold after six months in the shop, which may be taken out of it
 * (docs/product/selling.md#unsold-tracks).
 */
export function UnsoldTracksPage() {
  const list = useListParams();
  const tracks = useUnsoldTracksQuery(list.query, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ListHead title={`Unsold for ${UNSOLD_MONTHS} months`} of={tracks}>
        <SearchBox label="Search by track, genre or shop" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <ListTable
        caption="Unsold tracks"
        of={tracks}
        list={list}
        columns={ADMIN_UNSOLD_COLUMNS}
        empty={list.isNarrowed ? 'No matching tracks found' : NONE}
        failed="Failed to load unsold tracks"
        order="created_at"
      />
    </>
  );
}
