import { LARGE_COVER } from '@shop/contracts/covers';
import type { ProductView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { mixesWith } from '../../../features/catalog/mixing';
import { ProductBadges, ProjectIcon } from '../../../features/catalog/ProductBadges';
import { PlayButton } from '../../../features/catalog/ProductButtons';
import { Price } from '../../../features/catalog/ProductRow';
import { SeekArea } from '../../../features/catalog/SeekArea';
import { usePlayer } from '../../../features/player/use-player';
import { WideWaveform } from '../../../features/player/WideWaveform';
import { PageHead } from '../../../lib/PageHead';
import { paths } from '../../../lib/paths';
import { useNarrow } from '../../../lib/use-media';
import { ButtonLink } from '../../../ui/Button';
import { Cover } from '../../../ui/Cover';
import { Facts } from './Facts';
import { Package } from './Package';
import styles from './Track.module.css';
import { TrackActions } from './TrackActions';

const BARS = { wide: 240, narrow: 96 };

/** Everything about one track that is for sale; `products` are what the player goes on with. */
export function TrackDetails({ track, products }: { track: ProductView; products: readonly ProductView[] }) {
  const player = usePlayer();
  const narrow = useNarrow();
  const list = products.length > 0 ? products : [track];
  const mixing = products.filter((other) => mixesWith(track, other)).length;
  const { name, store_name, category } = track;
  return (
    <article className={`wrap ${styles.page}`} aria-label={name} aria-current={player.isCurrent(track) || undefined}>
      <PageHead
        title={`${name} by ${store_name}`}
        description={`${name} by ${store_name}: ${category}${track.bpm ? `, ${track.bpm} bpm` : ''}. Hear it in full, buy it once, own it alone.`}
      />
      <nav className={styles.way} aria-label="Where you are">
        <Link to={paths.shop}>Shop</Link> / <Link to={paths.genre(category)}>{category}</Link>
      </nav>
      <div className={styles.top}>
        <Cover src={track.img} alt={`Cover of ${name}`} size={LARGE_COVER.track} eager />
        <div className={styles.main}>
          <p className={styles.badges}>
            <ProductBadges product={track} />
            <ProjectIcon name={track.project_name} />
          </p>
          <h1>{name}</h1>
          <p className="muted">by {store_name}</p>
          <div className={styles.player}>
            <PlayButton product={track} playing={player.isPlaying(track)} onPlay={() => player.press(track, list)} />
            <SeekArea className={styles.wave} onSeek={(part) => player.play(track, list, part)}>
              <WideWaveform track={track} bars={narrow ? BARS.narrow : BARS.wide} current={player.isCurrent(track)} />
            </SeekArea>
          </div>
          <Facts track={track} />
          <div className={styles.buy}>
            <div className={styles.price}>
              <Price product={track} />
            </div>
            <TrackActions track={track} />
          </div>
          {mixing > 0 && (
            <p>
              <ButtonLink size="s" to={paths.mixesWith(track.id)}>
                Mixes with {mixing} {mixing === 1 ? 'track' : 'tracks'}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
      <Package track={track} />
    </article>
  );
}
