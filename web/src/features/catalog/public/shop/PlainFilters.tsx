import { BPM_FILTER, PRICE_FILTER } from '@shop/contracts/constants';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { Select } from '#ui/form/Select.tsx';
import panel from '../filters/FilterPanel.module.css';
import { WITHIN, withoutFilters, type Facet, type Filters, type Option, type Range } from '../filters/filters';
import { SEARCH_FORM } from '../filters/SearchAndSort';
import type { ListView } from '../tracks/track-list-props';
import { shopAddress } from './shop-address';
import styles from './Shop.module.css';

/** Connects a field with the form of the search, which is elsewhere in the page. */
const inForm = { form: SEARCH_FORM };

/** The filters for visitors without scripts, who send them with the search. Genres are links (PlainGenres.tsx). */
export function PlainFilters({
  options,
  filters,
  view,
}: {
  options: Record<Facet, readonly Option[]>;
  filters: Filters;
  view: ListView;
}) {
  const { mixes, within } = filters;
  return (
    <details className={styles.plainFilters}>
      <summary className={styles.summary}>Filters</summary>
      <div className={panel.panel}>
        <HiddenFields name="genre" values={filters.categories} />
        {mixes !== null && <HiddenFields name="mixes" values={[mixes]} />}
        {view === 'covers' && <HiddenFields name="view" values={[view]} />}
        <Ends name="price" legend="Price" range={filters.price} limits={PRICE_FILTER} />
        <Ends name="bpm" legend="BPM" range={filters.bpm} limits={BPM_FILTER} />
        <label className={panel.option}>
          <input {...inForm} type="checkbox" name="half_double" value="1" defaultChecked={filters.halfDouble} />
          <span className={panel.value}>Half and double time too</span>
        </label>
        {mixes !== null && (
          <label className={panel.choice}>
            Mixes within
            <Select {...inForm} name="within" defaultValue={within}>
              {WITHIN.map((percent) => (
                <option key={percent} value={percent}>{`±${percent} %`}</option>
              ))}
            </Select>
          </label>
        )}
        <label className={panel.choice}>
          Mode
          <Select {...inForm} name="mode" defaultValue={filters.mode ?? ''}>
            <option value="">Major and minor</option>
            <option value="major">Major</option>
            <option value="minor">Minor</option>
          </Select>
        </label>
        <Choices name="key" legend="Key" options={options.keys} chosen={filters.keys} tiles />
        <Choices name="type" legend="Type" options={options.types} chosen={filters.types} />
        <Choices name="with" legend="With" options={options.extras} chosen={filters.extras} />
        <div className={styles.send}>
          <Button {...inForm} type="submit" size="s" formNoValidate>
            Apply filters
          </Button>
          <ButtonLink variant="ghost" size="s" to={shopAddress({ filters: withoutFilters(filters), view, after: null })}>
            Reset Filters
          </ButtonLink>
        </div>
      </div>
    </details>
  );
}

const HiddenFields = ({ name, values }: { name: string; values: readonly (string | number)[] }) =>
  values.map((value) => <input key={value} {...inForm} type="hidden" name={name} value={value} />);

/** Both ends of a range, as two values with the same name (`readShopAddress`). */
const Ends = ({
  name,
  legend,
  range: [from, to],
  limits,
}: {
  name: string;
  legend: string;
  range: Range;
  limits: { min: number; max: number; step: number };
}) => (
  <fieldset className={panel.group}>
    <legend className={panel.legend}>{legend}</legend>
    <div className={panel.numbers}>
      <input
        {...inForm}
        {...limits}
        className={panel.number}
        type="number"
        name={name}
        defaultValue={from}
        aria-label={`${legend} from`}
      />
      <span aria-hidden>–</span>
      <input
        {...inForm}
        {...limits}
        className={panel.number}
        type="number"
        name={name}
        defaultValue={to}
        aria-label={`${legend} to`}
      />
      <span className={panel.over}>{to === limits.max && 'and over'}</span>
    </div>
  </fieldset>
);

const Choices = ({
  name,
  legend,
  options,
  chosen,
  tiles = false,
}: {
  name: string;
  legend: string;
  options: readonly Option[];
  chosen: readonly string[];
  tiles?: boolean;
}) =>
  options.length === 0 ? null : (
    <fieldset className={panel.group}>
      <legend className={panel.legend}>{legend}</legend>
      <div className={tiles ? panel.tiles : undefined}>
        {options.map(({ value, count }) => (
          <label key={value} className={tiles ? panel.tile : panel.option}>
            <input {...inForm} type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            <span className={panel.value}>{value}</span>
            <span className={panel.count} aria-hidden>
              {count}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
