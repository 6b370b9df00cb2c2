import { formatWholeDollars } from '@shop/contracts/pricing';
import { BPM_FILTER, PRICE_FILTER } from '@shop/contracts/constants';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Select } from '#ui/form/Select.tsx';
import { bpm, toggle, WITHIN, type Facet, type Filters, type Option } from './filters';
import styles from './FilterPanel.module.css';
import { OptionFilter } from './OptionFilter';
import { RangeFilter } from './RangeFilter';

const FACETS: { facet: Facet; legend: string; tiles?: boolean }[] = [
  { facet: 'categories', legend: 'Genre' },
  { facet: 'keys', legend: 'Key', tiles: true },
  { facet: 'types', legend: 'Type' },
  { facet: 'extras', legend: 'With' },
];

/**
 * All filters of the shop. The options come from the tracks that are for sale. The server draws them too; they can be used once
 * the browser has their code.
 */
export function FilterPanel({
  options,
  mixing,
  filters,
  onChange,
}: {
  options: Record<Facet, readonly Option[]>;
  /** Whether only tracks that mix with a chosen one are shown. */
  mixing: boolean;
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const isAlive = useHydrated();
  return (
    <div className={styles.panel} inert={!isAlive}>
      <RangeFilter
        name="Price"
        range={filters.price}
        limits={PRICE_FILTER}
        text={formatWholeDollars}
        onChange={(price) => onChange({ ...filters, price })}
      />
      <RangeFilter
        name="BPM"
        range={filters.bpm}
        limits={BPM_FILTER}
        text={bpm}
        onChange={(range) => onChange({ ...filters, bpm: range })}
      />
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={filters.halfDouble}
          onChange={({ target }) => onChange({ ...filters, halfDouble: target.checked })}
        />
        <span className={styles.value}>Half and double time too</span>
      </label>
      {mixing && (
        <label className={styles.choice}>
          Mixes within
          <Select value={filters.within} onChange={({ target }) => onChange({ ...filters, within: Number(target.value) })}>
            {WITHIN.map((percent) => (
              <option key={percent} value={percent}>
                ±{percent} %
              </option>
            ))}
          </Select>
        </label>
      )}
      <label className={styles.choice}>
        Mode
        <Select
          value={filters.mode ?? ''}
          onChange={({ target }) => onChange({ ...filters, mode: (target.value || null) as Filters['mode'] })}
        >
          <option value="">Major and minor</option>
          <option value="major">Major</option>
          <option value="minor">Minor</option>
        </Select>
      </label>
      {FACETS.map(({ facet, legend, tiles }) => (
        <OptionFilter
          key={facet}
          legend={legend}
          tiles={tiles ?? false}
          options={options[facet]}
          selection={filters[facet]}
          onToggle={(value) => onChange({ ...filters, [facet]: toggle(filters[facet], value) })}
        />
      ))}
    </div>
  );
}
