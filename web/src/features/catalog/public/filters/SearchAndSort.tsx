import { Search } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { Select } from '#ui/form/Select.tsx';
import { type Filters, isSort, SORTS } from './filters';
import styles from './SearchAndSort.module.css';

/** The id of the form that a visitor without scripts sends. The filters elsewhere on the page (PlainFilters.tsx) belong to it. */
export const SEARCH_FORM = 'search';

/** Searches names and stores at each typed letter, and sorts the result. */
export function SearchAndSort({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  return (
    <form id={SEARCH_FORM} action={paths.shop} className={styles.bar} role="search" onSubmit={(event) => event.preventDefault()}>
      <label className={styles.search}>
        <Search size={16} aria-hidden />
        <span className="visually-hidden">Search tracks and stores</span>
        <input
          dir="auto"
          type="search"
          name="q"
          placeholder="Search"
          autoComplete="off"
          maxLength={100}
          value={filters.search}
          onChange={({ target }) => onChange({ ...filters, search: target.value })}
        />
      </label>
      <label className={styles.sort}>
        <span className="visually-hidden">Sort by</span>
        <Select
          name="sort"
          value={filters.sort}
          onChange={({ target }) => isSort(target.value) && onChange({ ...filters, sort: target.value })}
        >
          {Object.entries(SORTS).map(([sort, text]) => (
            <option key={sort} value={sort}>
              {text}
            </option>
          ))}
        </Select>
      </label>
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </form>
  );
}
