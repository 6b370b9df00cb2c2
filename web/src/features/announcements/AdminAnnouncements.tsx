import type { AnnouncementView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '../../lib/api';
import type { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { Pagination } from '../../ui/Pagination';
import { announcementColumns } from './admin-announcement-columns';
import styles from './AdminAnnouncements.module.css';
import { useAnnouncementsQuery, useDeleteAnnouncementMutation, useToggleAnnouncementMutation } from './adminAnnouncementsApi';

/** The table of all announcements; what fails shows above it as 'Error: …' (spec 3 §2, §8). */
export function AdminAnnouncements({ params, query, change }: ReturnType<typeof useListParams<never>>) {
  const list = useAnnouncementsQuery(query);
  // the page before is no answer to a question that failed
  const data = list.currentData ?? (list.isFetching ? list.data : undefined);
  const [toggle, toggling] = useToggleAnnouncementMutation();
  const [remove, removing] = useDeleteAnnouncementMutation();
  const [refusal, setRefusal] = useState<string>();

  async function turn({ id, is_active }: AnnouncementView) {
    setRefusal(undefined);
    const { error } = await toggle({ id, is_active: !is_active, query });
    if (error) setRefusal(errorText(error, 'Failed to update announcement'));
  }
  async function ask({ id }: AnnouncementView) {
    if (!window.confirm('Are you sure you want to delete this announcement?')) return;
    setRefusal(undefined);
    const { error } = await remove(id);
    if (error) setRefusal(errorText(error, 'Failed to delete announcement'));
    else if (data?.data.length === 1 && params.page > 1) change({ page: params.page - 1 });
  }

  const problem = refusal ?? (list.error && !list.isFetching ? errorText(list.error, 'Failed to load announcements') : undefined);
  const columns = announcementColumns({
    toggle: (announcement) => void turn(announcement),
    isToggling: (id) => toggling.isLoading && toggling.originalArgs?.id === id,
    remove: (announcement) => void ask(announcement),
    isRemoving: (id) => removing.isLoading && removing.originalArgs === id,
  });
  return (
    <>
      {!data && list.isFetching && (
        <p className="muted" role="status">
          Loading...
        </p>
      )}
      {problem && (
        <p className={styles.error} role="alert">
          Error: {problem}
        </p>
      )}
      {!data && list.error && !list.isFetching ? (
        <Button size="s" onClick={() => void list.refetch()}>
          Retry
        </Button>
      ) : (
        <DataTable
          caption="Announcements"
          columns={columns}
          rows={data?.data}
          empty={params.q ? 'No matching announcements found' : 'No announcements yet'}
          sort={params.sort || '-id'}
          onSort={(sort) => change({ sort })}
          stale={list.isFetching}
        />
      )}
      {data && <Pagination {...data.pagination} onChange={(page) => change({ page })} />}
    </>
  );
}
