import type { TimelineView } from '@shop/contracts/views';
import type { useListParams } from '#lib/use-list-params.ts';
import { FilterPeriod } from '#ui/table/FilterPeriod.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

export const TIMELINE_FILTERS = ['type', 'from', 'to'] as const;

/** `types` are the events that the timeline can have. */
export function AdminTimelineFilters({
  list,
  types,
}: {
  list: ReturnType<typeof useListParams<(typeof TIMELINE_FILTERS)[number]>>;
  types: TimelineView['types'];
}) {
  const { params, change } = list;
  return (
    <>
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
          ALL,
          ...types.map(({ type, title }) => ({ value: type, text: title })),
          // Includes the value from the address before the choices have loaded.
          ...(params.type && !types.some(({ type }) => type === params.type) ? [{ value: params.type, text: params.type }] : []),
        ]}
      />
      <FilterPeriod list={list} />
    </>
  );
}
