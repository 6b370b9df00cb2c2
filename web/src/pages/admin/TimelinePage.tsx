import { AdminTimelineFilters, TIMELINE_FILTERS } from '#features/timeline/admin/AdminTimelineFilters.tsx';
import { timelineColumns } from '#features/timeline/admin/admin-timeline-columns.tsx';
import { searchedFor } from '#features/timeline/admin/admin-timeline-words.ts';
import { useLazyTimelineCsvQuery, useTimelineQuery } from '#features/timeline/api/admin-timeline-api.ts';
import { daysAsInstants } from '#lib/time/days-as-instants.ts';
import { useListParams, withoutPage } from '#lib/use-list-params.ts';
import { Button } from '#ui/action/Button.tsx';
import { CsvButton } from '#ui/table/CsvButton.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';

/** The timeline of an order, a track, a store or an account, across the whole shop (docs/product/administration.md#timeline). */
export function TimelinePage() {
  const list = useListParams(TIMELINE_FILTERS);
  const query = searchedFor(daysAsInstants(list.query));
  const timeline = useTimelineQuery(query, { refetchOnMountOrArgChange: true });
  const [fetchCsv] = useLazyTimelineCsvQuery();

  return (
    <>
      <ListHead
        title="Timeline"
        of={timeline}
        action={
          <>
            <Button size="s" variant="ghost" busy={timeline.isFetching} onClick={() => void timeline.refetch()}>
              Refresh
            </Button>
            <CsvButton fetch={() => fetchCsv(withoutPage(query))} file="timeline.csv" failed="Failed to download the timeline" />
          </>
        }
      >
        <AdminTimelineFilters list={list} types={timeline.data?.types ?? []} />
      </ListHead>
      <ListTable
        caption="Timeline"
        of={timeline}
        list={list}
        columns={timelineColumns}
        empty={list.isNarrowed ? 'Nothing of that has happened' : 'Nothing has happened yet'}
        failed="Failed to load the timeline"
      />
    </>
  );
}
