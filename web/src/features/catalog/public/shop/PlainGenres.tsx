import type { Filters, Option } from '../filters/filters';
import type { ListView } from '../tracks/track-list-props';
import { shopAddress } from './shop-address';
import styles from './Shop.module.css';

/** Links that narrow the shop down to a genre, for visitors without scripts. The other filters stay. */
export function PlainGenres({ options, filters, view }: { options: readonly Option[]; filters: Filters; view: ListView }) {
  const { categories } = filters;
  const genreOptions = options.filter(({ count }) => count > 0);
  if (genreOptions.length === 0 && categories.length === 0) return null;
  const narrowedAddress = (genres: string[]) => shopAddress({ filters: { ...filters, categories: genres }, view, after: null });
  return (
    <nav aria-label="Genres" className={styles.genres}>
      {categories.length > 0 && <a href={narrowedAddress([])}>All genres</a>}
      {genreOptions.map(({ value, count }) => (
        <a key={value} href={narrowedAddress([value])} aria-current={categories.includes(value) ? 'true' : undefined} dir="auto">
          {value} ({count})
        </a>
      ))}
    </nav>
  );
}
