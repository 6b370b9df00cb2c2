import { timelineColumns } from '../../features/timeline/admin/admin-timeline-columns';
import { searchedFor } from '../../features/timeline/admin/admin-timeline-words';
import { useLazyTimelineCsvQuery, useTimelineQuery } from '../../features/timeline/api/admin-timeline-api';
import { daysAsInstants } from '../../lib/time/days-as-instants';
import { useListParams, withoutPage } from '../../lib/use-list-params';
import { Button } from '../../ui/action/Button';
import { SearchBox } from '../../ui/form/SearchBox';
import { CsvButton } from '../../ui/table/CsvButton';
import { FilterPeriod } from '../../ui/table/FilterPeriod';
import { FilterSelect } from '../../ui/table/FilterSelect';
import { ListHead } from '../../ui/table/ListHead';
import { ListTable } from '../../ui/table/ListTable';

const FILTERS = ['type', 'from', 'to'] as const;

/** The timeline of an order, a track, a store or an account, across the whole shop (docs/product/administration.md#timeline). */
export function TimelinePage() {
  const list = useListParams(FILTERS, 20);
  const { params, change, isNarrowed } = list;
  const query = searchedFor(daysAsInstants(list.query));
  const timeline = useTimelineQuery(query, { refetchOnMountOrArgChange: true });
  const [fetchCsv] = useLazyTimelineCsvQuery();
  const types = timeline.data?.types ?? [];

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
        <SearchBox
          label="Search, as order 12, track 7, store 3, account 5, or a word"
          value={params.q}
          onChange={(q) => change({ q })}
        />
        <FilterSelect
          label="What"
          value={params.type}
          onChange={(type) => change({ type })}
          options={[
            { value: '', text: 'All' },
            ...types.map(({ type, title }) => ({ value: type, text: title })),
            // also the value from the address, before the choices have loaded
            ...(params.type && !types.some(({ type }) => type === params.type)
              ? [{ value: params.type, text: params.type }]
              : []),
          ]}
        />
        <FilterPeriod list={list} />
      </ListHead>
      <ListTable
        caption="Timeline"
        of={timeline}
        list={list}
        columns={timelineColumns}
        empty={isNarrowed ? 'Nothing of that has happened' : 'Nothing has happened yet'}
        failed="Failed to load the timeline"
      />
    </>
  );
}
