import { PROJECT_SURCHARGE_CENTS } from '@shop/contracts/constants';
import type { HoldView, ProductView } from '@shop/contracts/views';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import { Money } from '#ui/display/Money.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import styles from './CartLine.module.css';
import { HoldNote } from './HoldNote';

/**
 * One track of the cart. For a track with a project, the buyer also chooses whether to buy the project
 * (docs/product/cart-and-wishlist.md#the-cart-page).
 */
export function CartLine({
  product,
  hold,
  current,
  playing,
  onPlay,
  onRemove,
  withProject,
  onProject,
}: {
  product: ProductView;
  hold?: HoldView;
  current: boolean;
  playing: boolean;
  onPlay: () => void;
  onRemove: () => void;
  withProject: boolean;
  onProject: (yes: boolean) => void;
}) {
  const { id, name, img, wave, category, bpm, store_name, price, project_name } = product;
  return (
    <article className={styles.line} data-current={current || undefined} aria-label={name}>
      <RowBoundary instead={<BareLine name={name} />}>
        <Cover src={img} alt="" size={64} />
        <PlayButton name={name} playing={playing} className={styles.play} onClick={onPlay} />
        <div className={styles.what}>
          <ClippedText as="h3">
            <Link to={paths.track(id)}>{name}</Link>
          </ClippedText>
          <p className="muted" dir="auto">
            {store_name} · {category} · <span className="mono">{bpm ?? 'N/A'}</span> bpm ·{' '}
            <span className="mono">
              <KeyText of={product} />
            </span>
          </p>
          <HoldNote name={name} hold={hold} />
        </div>
        <div className={styles.wave}>
          <Waveform wave={wave} />
        </div>
        {project_name && (
          <div className={styles.project}>
            <Switch
              label={
                <>
                  <span className={styles.projectLabel}>Project (+${PROJECT_SURCHARGE_CENTS / 100})</span>{' '}
                  <b className="mono">{withProject ? 'YES' : 'NO'}</b>
                  <small className="muted">{project_name}</small>
                </>
              }
              checked={withProject}
              onChange={onProject}
            />
          </div>
        )}
      </RowBoundary>
      <p className={styles.price}>
        <Money dollars={price} whole />
      </p>
      <IconButton className={styles.remove} label={`Remove ${name} from cart`} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </article>
  );
}

/** A line of which the rest cannot be drawn: it is still paid for, and can still be removed. */
const BareLine = ({ name }: { name: string }) => (
  <>
    <Cover src="" alt="" size={64} />
    <p className={styles.what} dir="auto">
      {name}
    </p>
  </>
);
