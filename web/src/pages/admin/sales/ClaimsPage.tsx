import { CLAIM_STATES } from '@shop/contracts/constants';
import { claimColumns } from '#features/claims/admin/admin-claim-columns.tsx';
import { useAdminClaimsQuery } from '#features/claims/api/admin-claims-api.ts';
import { STATES } from '#features/claims/parts/claim-words.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';

const CHOICES = [ALL, ...CLAIM_STATES.map((value) => ({ value, text: STATES[value].name }))];

/** The problems that buyers reported, newest first (docs/product/claims.md). */
export function ClaimsPage() {
  const list = useListParams(['state']);
  const { params, change } = list;
  const claims = useAdminClaimsQuery(list.query, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ListHead title="Claims" of={claims}>
        <SearchBox label="Search by number, order, track or store" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="State" value={params.state} onChange={(state) => change({ state })} options={CHOICES} />
      </ListHead>
      <ListTable
        caption="Claims"
        of={claims}
        list={list}
        columns={claimColumns}
        empty={list.isNarrowed ? 'No matching claims found' : 'Nobody has reported a problem'}
        failed="Failed to load claims"
      />
    </>
  );
}
