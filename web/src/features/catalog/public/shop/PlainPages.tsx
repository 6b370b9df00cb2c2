import { useAppSelector } from '#lib/hooks.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { catalogApi } from '../../api/catalog-api';
import type { FoundTracks } from '../filters/find-tracks';
import type { Filters } from '../filters/filters';
import type { ListView } from '../tracks/track-list-props';
import { shopAddress } from './shop-address';
import styles from './Shop.module.css';

/** Leads a visitor without scripts to the next tracks, and back to the first ones. */
export function PlainPages({ found, filters, view }: { found: FoundTracks; filters: Filters; view: ListView }) {
  const { name, at, tracks, total } = found;
  const next = useAppSelector((state) => catalogApi.endpoints.searchTracks.select(name)(state).data?.pages.at(-1)?.next ?? null);
  if (at === 0 && next === null) return null;
  return (
    <nav aria-label="Pages of tracks" className={styles.pages}>
      <span className={styles.place}>{`${at + 1}–${at + tracks.length} of ${total}`}</span>
      {at > 0 && (
        <ButtonLink size="s" to={shopAddress({ filters, view, after: null })}>
          First Tracks
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink size="s" to={shopAddress({ filters, view, after: next })} rel="next">
          Next Tracks
        </ButtonLink>
      )}
    </nav>
  );
}
