import { BPM_FILTER, PRICE_FILTER } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import { bpm, dollars, optionsOf, toggled, type Facet, type Filters } from './filters';
import styles from './FilterPanel.module.css';
import { OptionFilter } from './OptionFilter';
import { RangeFilter } from './RangeFilter';

const FACETS: { facet: Facet; legend: string; tiles?: boolean }[] = [
  { facet: 'categories', legend: 'Genre' },
  { facet: 'keys', legend: 'Key', tiles: true },
  { facet: 'types', legend: 'Type' },
];

/** All filters of the shop; the options come from the loaded products. */
export function FilterPanel({
  products,
  filters,
  also,
  onChange,
}: {
  products: readonly ProductView[];
  filters: Filters;
  /** A further condition for the counts: whether search and mix find the track. */
  also: (product: ProductView) => boolean;
  onChange: (filters: Filters) => void;
}) {
  return (
    <div className={styles.panel}>
      <RangeFilter
        name="Price"
        range={filters.price}
        limits={PRICE_FILTER}
        text={dollars}
        onChange={(price) => onChange({ ...filters, price })}
      />
      <RangeFilter
        name="BPM"
        range={filters.bpm}
        limits={BPM_FILTER}
        text={bpm}
        onChange={(range) => onChange({ ...filters, bpm: range })}
      />
      {FACETS.map(({ facet, legend, tiles }) => (
        <OptionFilter
          key={facet}
          legend={legend}
          tiles={tiles ?? false}
          options={optionsOf(facet, products, filters, also)}
          selection={filters[facet]}
          onToggle={(value) => onChange({ ...filters, [facet]: toggled(filters[facet], value) })}
        />
      ))}
    </div>
  );
}
