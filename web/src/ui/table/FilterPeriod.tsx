import type { useListParams } from '#lib/use-list-params.ts';
import { Button } from '../action/Button';
import { FilterDate } from './FilterDate';

type PeriodParams = Pick<ReturnType<typeof useListParams<'from' | 'to'>>, 'params' | 'change' | 'isNarrowed' | 'clear'>;

/** The last filters of a list: first and last day, and a button that removes all filters. */
export function FilterPeriod({ list: { params, change, isNarrowed, clear } }: { list: PeriodParams }) {
  return (
    <>
      <FilterDate label="From" value={params.from} onChange={(from) => change({ from })} />
      <FilterDate label="To" value={params.to} onChange={(to) => change({ to })} />
      {isNarrowed && (
        <Button size="s" variant="ghost" onClick={clear}>
          Clear
        </Button>
      )}
    </>
  );
}
