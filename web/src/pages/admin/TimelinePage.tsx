import { Download } from 'lucide-react';
import { timelineColumns } from '../../features/timeline/admin/admin-timeline-columns';
import { searchedFor } from '../../features/timeline/admin/admin-timeline-words';
import { useLazyTimelineCsvQuery, useTimelineQuery } from '../../features/timeline/api/admin-timeline-api';
import { errorText } from '../../lib/calls/api';
import { daysAsInstants } from '../../lib/days-as-instants';
import { saveFile } from '../../lib/save-file';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/action/Button';
import { SearchBox } from '../../ui/form/SearchBox';
import { FilterDate } from '../../ui/table/FilterDate';
import { FilterSelect } from '../../ui/table/FilterSelect';
import { ListHead } from '../../ui/table/ListHead';
import { ListTable } from '../../ui/table/ListTable';

const FILTERS = ['type', 'from', 'to'] as const;

/** What happened to an order, a track, a store or an account, across the whole shop (docs/product/administration.md#timeline). */
export function TimelinePage() {
  const list = useListParams(FILTERS, 20);
  const { params, change, isNarrowed } = list;
  const query = searchedFor(daysAsInstants(list.query));
  const timeline = useTimelineQuery(query, { refetchOnMountOrArgChange: true });
  const [fetchCsv, csv] = useLazyTimelineCsvQuery();
  const types = timeline.data?.types ?? [];

  async function download() {
    const asked = new URLSearchParams(query);
    asked.delete('page');
    asked.delete('limit');
    const { data, error } = await fetchCsv(asked.toString());
    if (data === undefined) return toast.error(errorText(error, 'Failed to download the timeline'));
    saveFile('timeline.csv', data, 'text/csv');
  }

  return (
    <>
      <ListHead
        title="Timeline"
        total={timeline.data?.pagination.total}
        action={
          <>
            <Button size="s" variant="ghost" busy={timeline.isFetching} onClick={() => void timeline.refetch()}>
              Refresh
            </Button>
            <Button size="s" busy={csv.isFetching} onClick={() => void download()}>
              <Download size={16} aria-hidden /> CSV
            </Button>
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
            // also what the address asks for before the choices are there
            ...(params.type && !types.some(({ type }) => type === params.type)
              ? [{ value: params.type, text: params.type }]
              : []),
          ]}
        />
        <FilterDate label="From" value={params.from} onChange={(from) => change({ from })} />
        <FilterDate label="To" value={params.to} onChange={(to) => change({ to })} />
        {isNarrowed && (
          <Button size="s" variant="ghost" onClick={list.clear}>
            Clear
          </Button>
        )}
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
