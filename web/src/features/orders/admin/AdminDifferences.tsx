import type { DifferenceView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../session/admin-role';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useDifferencesQuery } from '../api/admin-reconciliation-api';
import { differenceColumns } from './admin-difference-columns';
import { AdminLookAtDifference } from './AdminLookAtDifference';

export function AdminDifferences({ list }: { list: List }) {
  const differences = useDifferencesQuery(list.query, { refetchOnMountOrArgChange: true });
  const mayChange = useMay()('changeMoney');
  const [looking, setLooking] = useState<DifferenceView | null>(null);

  return (
    <>
      <ListTable
        caption="Differences"
        of={differences}
        list={list}
        columns={differenceColumns(mayChange ? setLooking : null)}
        empty={list.isNarrowed ? 'No matching differences found' : 'PayPal and the shop have never differed'}
        failed="Failed to fetch differences"
        order="-id"
      />
      {looking && (
        <AdminLookAtDifference
          difference={differences.data?.data.find(({ id }) => id === looking.id) ?? looking}
          onClose={() => setLooking(null)}
        />
      )}
    </>
  );
}
