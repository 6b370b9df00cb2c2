import { LARGE_COVER } from '@shop/contracts/covers';
import type { ProductView } from '@shop/contracts/views';
import { Pause, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LiveWaveform } from '#features/player/public/LiveWaveform.tsx';
import { usePlayer } from '#features/player/public/use-player.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import styles from './Hero.module.css';

/** The shop's promise, the two buttons, and one track to play. `products` are newest first, and undefined while they load. */
export function Hero({ products }: { products: ProductView[] | undefined }) {
  return (
    <section className={`wrap ${styles.hero}`}>
      <div className={styles.words}>
        <h1 className={styles.headline}>Your music - our mastery</h1>
        <p className={styles.lead}>
          Finished club tracks by ghost producers. Hear them in full, compare tempo and key, take the rights, the stems and the
          contract home today. Every track is sold once.
        </p>
        <div className={styles.ways}>
          <ButtonLink variant="primary" to={paths.shop}>
            Browse the Shop
          </ButtonLink>
          <ButtonLink to={paths.service}>Custom Production</ButtonLink>
        </div>
      </div>
      <Sleeve products={products} />
    </section>
  );
}

function Sleeve({ products }: { products: ProductView[] | undefined }) {
  const player = usePlayer();
  const track = products?.[0];
  if (!products) return <div className={styles.sleeve} aria-hidden />;
  if (!track) return null;
  const playing = player.isPlaying(track);
  return (
    <figure className={styles.sleeve} aria-current={player.isCurrent(track) || undefined}>
      <div className={`drifts ${styles.cover}`}>
        <Cover src={track.img} alt="" size={LARGE_COVER.home} eager />
      </div>
      <figcaption className={styles.label}>
        <button
          type="button"
          className={styles.put}
          aria-label={`${playing ? 'Pause' : 'Play'} ${track.name}`}
          onClick={() => player.press(track, products)}
        >
          {playing ? (
            <Pause size={28} fill="currentColor" strokeWidth={0} aria-hidden />
          ) : (
            <Play size={28} fill="currentColor" strokeWidth={0} aria-hidden />
          )}
        </button>
        <span className={styles.just}>Just in</span>
        <span className={styles.wave}>
          {player.isCurrent(track) ? (
            <LiveWaveform wave={track.wave} duration={track.duration} />
          ) : (
            <Waveform wave={track.wave} />
          )}
        </span>
        <ClippedText as="strong" className={styles.name}>
          <Link to={paths.track(track.id)}>{track.name}</Link>
        </ClippedText>
        <ClippedText className={`mono ${styles.numbers}`}>
          {track.bpm ?? 'N/A'} bpm · <KeyText of={track} />
        </ClippedText>
      </figcaption>
    </figure>
  );
}
