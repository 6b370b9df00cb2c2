import { Heart, Pause, Play, ShoppingCart, SkipBack, SkipForward, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import { useWaiting } from './audio';
import type { Playable } from './playable';
import { close, resume, step, toggle } from './playback';
import { KeyText } from '#ui/display/KeyText.tsx';
import styles from './PlayerControls.module.css';
import { SeekBar } from './SeekBar';
import { useMediaSession } from './use-media-session';
import { usePlayerKeys } from './use-player-keys';
import { useRowLevel } from './use-row-level';
import { VolumeControl } from './VolumeControl';

/** The bar's actions for a track besides playing it. The object of `useTrackActions` fits this type. */
export type PlayerActions = {
  inCart: (id: number) => boolean;
  inWishlist: (id: number) => boolean;
  addToCart: (product: { id: number; name: string }) => unknown;
  toggleWishlist: (product: { id: number; name: string }) => unknown;
};

export function PlayerControls({ track, actions }: { track: Playable; actions: PlayerActions }) {
  const dispatch = useAppDispatch();
  const hasFailed = useAppSelector((state) => state.player.failed);
  const bar = useRoomFor();
  const leave = () => {
    dispatch(close());
    focusStarterOf(track);
  };
  useMediaSession(track);
  usePlayerKeys(track);
  useRowLevel(track);

  return (
    <section ref={bar} id="player" tabIndex={-1} className={`folds ${styles.bar}`} aria-label="Player">
      <div className={styles.parts}>
        <Transport />
        <div className={styles.cover}>
          <Cover key={track.img} src={track.img} alt="" size={48} />
        </div>
        <div className={styles.names}>
          <ClippedText as="p" className={styles.name} title={track.name}>
            {track.demo ? track.name : <Link to={paths.track(track.id)}>{track.name}</Link>}
          </ClippedText>
          <ClippedText as="p" className={styles.category}>
            {track.demo ? <Badge tone="signal">DEMO</Badge> : <Brief track={track} />} {track.category || 'No categories'}
          </ClippedText>
        </div>
        <div className={styles.sound}>{hasFailed ? <Failure /> : <SeekBar track={track} />}</div>
        {!track.demo && <Facts track={track} />}
        <VolumeControl />
        <div className={styles.actions}>
          <Standing track={track} actions={actions} />
          <IconButton label="Close player" onClick={leave}>
            <X size={20} />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

/** When the bar closes, its button disappears. The focus returns to the control that started the track, or to the page. */
function focusStarterOf({ name }: Playable) {
  const page = document.getElementById('main');
  const labels = [`Play ${name}`, `Pause ${name}`];
  const buttons = [...(page?.querySelectorAll<HTMLElement>('button') ?? [])];
  const starter = buttons.find((button) => labels.includes(button.getAttribute('aria-label') ?? button.textContent));
  (starter ?? page)?.focus({ preventScroll: true });
}

function Transport() {
  const dispatch = useAppDispatch();
  const playing = useAppSelector((state) => state.player.playing);
  const waiting = useWaiting();
  return (
    <div className={styles.transport}>
      <IconButton label="Previous track" onClick={() => dispatch(step(-1))}>
        <SkipBack size={20} />
      </IconButton>
      <IconButton className={styles.play} label={playing ? 'Pause' : 'Play'} onClick={() => dispatch(toggle())}>
        {playing && waiting ? <Spinner label="Loading audio" /> : playing ? <Pause size={20} /> : <Play size={20} />}
      </IconButton>
      <IconButton label="Next track" onClick={() => dispatch(step(1))}>
        <SkipForward size={20} />
      </IconButton>
    </div>
  );
}

function Failure() {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.failed} role="alert">
      <p>This track cannot be played right now.</p>
      <Button size="s" onClick={() => dispatch(resume())}>
        Retry
      </Button>
      <Button size="s" variant="ghost" onClick={() => dispatch(step(1))}>
        Skip
      </Button>
    </div>
  );
}

/** Tempo and key in short form, where there is no room for columns. */
const Brief = ({ track }: { track: Playable }) => (
  <span className={styles.brief}>
    {track.bpm ?? 'N/A'} · <KeyText of={track} /> ·
  </span>
);

/** Tempo, key and price in columns. What one owns has no price, a demo none of them (docs/product/playing.md#the-player-bar). */
function Facts({ track }: { track: Playable }) {
  return (
    <dl className={styles.facts}>
      <div className={styles.detail}>
        <dt>BPM</dt>
        <dd>{track.bpm ?? 'N/A'}</dd>
      </div>
      <div className={styles.detail}>
        <dt>Key</dt>
        <dd>
          <KeyText of={track} />
        </dd>
      </div>
      {!track.owned && (
        <div>
          <dt>Price</dt>
          <dd className={styles.price}>
            <Money dollars={track.price} whole />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What can be done with the track: nothing with a demo. */
function Standing({ track, actions }: { track: Playable; actions: PlayerActions }) {
  if (track.owned) return <Badge tone="signal">Yours</Badge>;
  if (track.gone) return <Badge tone="warm">NOT FOR SALE</Badge>;
  return track.demo ? null : <ListButtons track={track} actions={actions} />;
}

function ListButtons({ track, actions }: { track: Playable; actions: PlayerActions }) {
  const isInWishlist = actions.inWishlist(track.id);
  const inCart = actions.inCart(track.id);
  return (
    <>
      <IconButton
        label="Add to cart"
        className={inCart ? styles.chosen : undefined}
        title={inCart ? 'In your cart' : undefined}
        onClick={() => void actions.addToCart(track)}
      >
        <ShoppingCart size={20} />
      </IconButton>
      <IconButton
        label={isInWishlist ? 'Remove from wishlist' : 'Add to wishlist'}
        className={isInWishlist ? styles.chosen : undefined}
        onClick={() => void actions.toggleWishlist(track)}
      >
        <Heart size={20} fill={isInWishlist ? 'currentColor' : 'none'} />
      </IconButton>
    </>
  );
}

/** Tells the layout the height of the bar, so that the bar covers nothing. It changes when a phone is turned. */
function useRoomFor() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || !('ResizeObserver' in window)) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty('--player-space', `${element.offsetHeight}px`));
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      root.removeProperty('--player-space');
    };
  }, []);
  return bar;
}
