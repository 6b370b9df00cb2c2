import type { DemoView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '../../lib/api';
import { paths } from '../../lib/paths';
import { toast } from '../../lib/toast';
import type { useListParams } from '../../lib/use-list-params';
import { Button, ButtonLink } from '../../ui/Button';
import { DataTable, type Column } from '../../ui/DataTable';
import { Pagination } from '../../ui/Pagination';
import { useAdminDemosQuery, useDeleteDemoMutation } from './adminCatalogApi';
import { AdminCover } from './AdminCover';
import styles from './AdminLists.module.css';
import { useListen, type Listen } from './use-listen';

type Acts = { listen: Listen; remove: (demo: DemoView) => void; isRemoving: (id: number) => boolean };

/** ID, Image, Name, Category, Actions (spec 3 §2). */
const demoColumns = ({ listen, remove, isRemoving }: Acts): Column<DemoView>[] => [
  { header: 'ID', sort: 'id', number: true, cell: ({ id }) => id },
  { header: 'Image', cell: (demo) => <AdminCover of={demo} listen={listen} /> },
  { header: 'Name', sort: 'name', wide: true, cell: ({ name }) => <span className={styles.name}>{name}</span> },
  { header: 'Category', sort: 'category', cell: ({ category }) => category },
  {
    header: 'Actions',
    cell: (demo) => (
      <div className={styles.actions}>
        <ButtonLink size="s" to={paths.admin.page(`demos/edit/${demo.id}`)} aria-label={`Edit ${demo.name}`}>
          Edit
        </ButtonLink>
        <Button
          size="s"
          variant="danger"
          busy={isRemoving(demo.id)}
          aria-label={`Delete ${demo.name}`}
          onClick={() => remove(demo)}
        >
          Delete
        </Button>
      </div>
    ),
  },
];

/** The table of demo tracks, playable in place (spec 3 §2). */
export function AdminDemos({ params, query, change }: ReturnType<typeof useListParams<never>>) {
  const list = useAdminDemosQuery(query);
  const data = list.currentData ?? (list.isFetching ? list.data : undefined);
  const [remove, removing] = useDeleteDemoMutation();
  const [refusal, setRefusal] = useState<string>();
  const listen = useListen();

  async function ask({ id }: DemoView) {
    if (!window.confirm('Are you sure you want to delete this demo track?')) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) return setRefusal(errorText(error, 'Failed to delete demo track'));
    toast.success('Demo track deleted successfully');
    if (data?.data.length === 1 && params.page > 1) change({ page: params.page - 1 });
  }

  const problem = refusal ?? (list.error && !list.isFetching ? errorText(list.error, 'Failed to load demo tracks') : undefined);
  const columns = demoColumns({
    listen,
    remove: (demo) => void ask(demo),
    isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
  });
  return (
    <>
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      {!data && list.error && !list.isFetching ? (
        <Button size="s" onClick={() => void list.refetch()}>
          Retry
        </Button>
      ) : (
        <DataTable
          caption="Demo tracks"
          columns={columns}
          rows={data?.data}
          empty={params.q ? 'No matching demo tracks found' : 'No demo tracks yet'}
          sort={params.sort || '-id'}
          onSort={(sort) => change({ sort })}
          stale={list.isFetching}
        />
      )}
      {data && <Pagination {...data.pagination} onChange={(page) => change({ page })} />}
    </>
  );
}
