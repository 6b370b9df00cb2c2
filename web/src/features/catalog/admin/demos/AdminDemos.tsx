import type { DemoView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import type { Column } from '#ui/table/DataTable.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { useAdminDemosQuery, useDeleteDemoMutation } from '../../api/admin-catalog-api';
import { AdminCover } from '../parts/AdminCover';
import styles from '../parts/AdminLists.module.css';
import { useListen, type Listen } from '../parts/use-listen';

type Acts = { mayChange: boolean; listen: Listen; remove: (demo: DemoView) => void; isRemoving: (id: number) => boolean };

const demoColumns = ({ mayChange, listen, remove, isRemoving }: Acts): Column<DemoView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Image', cell: (demo) => <AdminCover of={demo} listen={listen} /> },
  {
    header: 'Name',
    sort: 'name',
    wide: true,
    cell: ({ name }) => (
      <span className={styles.name} dir="auto">
        {name}
      </span>
    ),
  },
  { header: 'Category', sort: 'category', cell: ({ category }) => category },
  ...(mayChange
    ? [
        {
          header: 'Actions',
          cell: (demo: DemoView) => (
            <RowActions
              what={demo.name}
              actions={[
                { text: 'Edit', to: paths.admin.page(`demos/edit/${demo.id}`) },
                { text: 'Delete', danger: true, busy: isRemoving(demo.id), onClick: () => remove(demo) },
              ]}
            />
          ),
        },
      ]
    : []),
];

export function AdminDemos({ list }: { list: List }) {
  const demos = useAdminDemosQuery(list.query, { refetchOnMountOrArgChange: true });
  const [remove, removing] = useDeleteDemoMutation();
  const mayChange = useMay()('changeCatalogue');
  const [refusal, setRefusal] = useState<string>();
  const listen = useListen(demos);

  async function ask({ id }: DemoView) {
    if (!window.confirm('Are you sure you want to delete this demo track?')) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) setRefusal(errorText(error, 'Failed to delete demo track'));
    else toast.success('Demo track deleted successfully');
  }

  return (
    <>
      <Fault>{refusal}</Fault>
      <ListTable
        caption="Demo tracks"
        of={demos}
        list={list}
        columns={demoColumns({
          mayChange,
          listen,
          remove: (demo) => void ask(demo),
          isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
        })}
        empty={list.isNarrowed ? 'No matching demo tracks found' : 'No demo tracks yet'}
        failed="Failed to load demo tracks"
      />
    </>
  );
}
