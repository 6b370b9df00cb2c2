import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ActiveFilters } from '../filters/ActiveFilters';
import { activeFilters, withoutFilters } from '../filters/filters';
import { NO_OPTIONS, useFoundTracks, type FoundTracks } from '../filters/find-tracks';
import { SearchAndSort } from '../filters/SearchAndSort';
import { PlainFilters } from './PlainFilters';
import { PlainGenres } from './PlainGenres';
import { PlainPages } from './PlainPages';
import type { ListView } from '../tracks/track-list-props';
import { TrackListSkeleton } from '../tracks/TrackListParts';
import { useFilters } from '../filters/use-filters';
import { errorText } from '#lib/calls/api.ts';
import { useIsOpening } from '#lib/calls/config-api.ts';
import { cx } from '#lib/cx.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { toast } from '#lib/toast.ts';
import { isNarrow, useNarrow } from '#lib/use-media.ts';
import { Button } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import styles from './Shop.module.css';

// In a chunk of its own, because visitors can see and hear tracks without the sliders.
const FilterPanel = lazyWithRetry(async () => (await import('../filters/FilterPanel')).FilterPanel, {
  quiet: true,
});
const FilterSheet = lazyWithRetry(async () => (await import('../filters/FilterSheet')).FilterSheet);
const ShopOpening = lazyWithRetry(async () => (await import('./ShopOpening')).ShopOpening, { quiet: true });

type DrawTracks = (foundTracks: FoundTracks, view: ListView) => ReactNode;

/**
 * Search and filters of the shop; `children` draws the found tracks. Browsers never draw the parts for visitors without scripts,
 * so only the server has their code (`import.meta.env.SSR`).
 */
export function Shop({ children: drawTracks }: { children: DrawTracks }) {
  const opening = useIsOpening();
  const { filters, changeFilters, view, changeView } = useFilters();
  const narrow = useNarrow();
  const [column, setColumn] = useState(true);
  const [sheet, setSheet] = useState<boolean | null>(null); // null until the sheet's code is needed

  const foundTracks = useFoundTracks(filters);
  const { state, total, mixed } = foundTracks;
  const active = activeFilters(filters, mixed).length;
  const countText = `${total} ${total === 1 ? 'track' : 'tracks'}`;
  const panel = (
    <SectionBoundary>
      <FilterPanel options={foundTracks.options} mixing={mixed !== undefined} filters={filters} onChange={changeFilters} />
    </SectionBoundary>
  );

  return (
    <div className="wrap">
      <div className={styles.top}>
        <div className={styles.title}>
          <h1>Shop</h1>
          <h2 className={styles.count} aria-live="polite">
            {state.data && countText}
          </h2>
        </div>
        <div className={styles.find}>
          <SearchAndSort filters={filters} onChange={changeFilters} />
        </div>
        <div className={styles.tools}>
          <Button
            size="s"
            className={styles.filters}
            aria-expanded={narrow ? sheet === true : column}
            aria-controls={narrow ? undefined : 'filters'}
            onClick={() => (isNarrow() ? setSheet(true) : setColumn(!column))}
          >
            <SlidersHorizontal size={16} /> Filters{active > 0 && <span className="mono"> {active}</span>}
          </Button>
          <IconButton label="Show as list" current={view === 'rows'} onClick={() => changeView('rows')}>
            <List size={20} />
          </IconButton>
          <IconButton label="Show as covers" current={view === 'covers'} onClick={() => changeView('covers')}>
            <LayoutGrid size={20} />
          </IconButton>
        </div>
      </div>
      <div className={cx(styles.shop, column && !narrow && styles.withColumn)}>
        {!narrow && (
          <aside id="filters" className={styles.column} aria-label="Filters" hidden={!column}>
            <div className={styles.live}>{foundTracks.options !== NO_OPTIONS && panel}</div>
            <noscript>
              {import.meta.env.SSR && <PlainFilters options={foundTracks.options} filters={filters} view={view} />}
            </noscript>
          </aside>
        )}
        <div className={`folds ${styles.results}`}>
          <noscript>
            {import.meta.env.SSR && <PlainGenres options={foundTracks.options.categories} filters={filters} view={view} />}
          </noscript>
          {opening && (
            <SectionBoundary instead={null}>
              <ShopOpening />
            </SectionBoundary>
          )}
          {!(state.data && total === 0) && <ActiveFilters filters={filters} mixed={mixed} onChange={changeFilters} />}
          <FoundList found={foundTracks} onReset={() => changeFilters(withoutFilters(filters))}>
            {drawTracks(foundTracks, view)}
            <noscript>{import.meta.env.SSR && <PlainPages found={foundTracks} filters={filters} view={view} />}</noscript>
          </FoundList>
        </div>
      </div>
      {narrow && sheet !== null && (
        <SectionBoundary
          place={String(sheet)}
          instead={null}
          onCatch={() => {
            toast.error('The filters could not be loaded. Please check your connection and try again.');
            setSheet(null);
          }}
        >
          <FilterSheet open={sheet} onOpenChange={setSheet} found={countText}>
            {panel}
          </FilterSheet>
        </SectionBoundary>
      )}
    </div>
  );
}

function FoundList({ found, onReset, children }: { found: FoundTracks; onReset: () => void; children: ReactNode }) {
  const { state, total, listed } = found;
  return (
    <Query
      of={state}
      skeleton={<TrackListSkeleton />}
      errorText={(error) => `Error: ${errorText(error, 'The tracks could not be loaded.')}`}
    >
      {() => {
        if (listed === 0)
          return (
            <EmptyState title="Nothing for sale right now">New tracks are reviewed every day. Please come back soon.</EmptyState>
          );
        if (total === 0)
          return (
            <EmptyState
              title="No products found matching your filters"
              action={<Button onClick={onReset}>Reset Filters</Button>}
            />
          );
        return children;
      }}
    </Query>
  );
}
