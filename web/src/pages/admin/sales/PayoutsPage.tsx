import { AdminPayouts } from '#features/sellers/admin/payouts/AdminPayouts.tsx';
import { useLazyPayoutsCsvQuery, usePayoutsQuery } from '#features/sellers/api/admin-payouts-api.ts';
import { useListParams, withoutPage } from '#lib/use-list-params.ts';
import { CsvButton } from '#ui/table/CsvButton.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const WHO = [ALL, { value: 'true', text: 'With something due' }];

export function PayoutsPage() {
  const list = useListParams(['due']);
  const { params, query, change } = list;
  const payouts = usePayoutsQuery(query);
  const [fetchCsv] = useLazyPayoutsCsvQuery();

  return (
    <>
      <ListHead
        title="Payouts"
        of={payouts}
        action={
          <CsvButton fetch={() => fetchCsv(withoutPage(query))} file="payouts.csv" failed="Failed to download the payouts" />
        }
      >
        <SearchBox label="Search by store" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Show" value={params.due} options={WHO} onChange={(due) => change({ due })} />
      </ListHead>
      <AdminPayouts list={list} />
    </>
  );
}
