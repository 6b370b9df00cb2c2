import { dayText } from '@shop/contracts/times';
import type { OrderItemView, OrderView } from '@shop/contracts/views';
import { pageAddress } from '@shop/contracts/pages';
import { BadgeCheck, Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Playable } from '#features/player/public/playable.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import { CoverSkeletons } from '#ui/feedback/ListSkeleton.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import styles from './OwnedTracks.module.css';

type OwnTrack = { order: OrderView; track: OrderItemView };

/** The tracks of paid orders, in the order of these. An order that cannot be read has none; My Orders says so. */
export const ownedTracks = (orders: readonly OrderView[]): OwnTrack[] =>
  orders
    .filter(({ contracts, products }) => Array.isArray(products) && Array.isArray(contracts) && contracts.length > 0)
    .flatMap((order) => order.products.map((track) => ({ order, track })));

/** Null for a track that was bought before orders stored what it is heard by. */
const playableOf = ({ sound, ...track }: OrderItemView): Playable | null =>
  sound && { ...track, ...sound, key: `owned_${track.id}`, demo: false, owned: true, type: '', peaks: null };

/** What one owns, as a wall of covers: to be heard, downloaded and proven. */
export function OwnedTracks({ tracks }: { tracks: readonly OwnTrack[] }) {
  const player = usePlayer();
  const rows = tracks.map(({ order, track }) => ({ order, track, playable: playableOf(track) }));
  const list = rows.flatMap(({ playable }) => playable ?? []);
  return (
    <>
      <h2 className="visually-hidden">Your tracks</h2>
      <ul className={styles.wall} aria-label="Your tracks">
        {rows.map(({ order, track, playable }) => (
          <RowBoundary
            key={`${order.id} ${track.id}`}
            instead={<li className="muted">A track of order #{order.id} cannot be shown. Please write to us.</li>}
          >
            <li className={styles.track} aria-current={(playable && player.isCurrent(playable)) || undefined}>
              <div className={`drifts ${styles.cover}`}>
                <Cover src={track.img} alt="" size="(max-width: 480px) 46vw, 220px" />
                {playable && (
                  <PlayButton
                    name={track.name}
                    playing={player.isPlaying(playable)}
                    onClick={() => player.press(playable, list)}
                    className={styles.play}
                    filled
                  />
                )}
              </div>
              <ClippedText as="h3" className={styles.name} title={track.name}>
                {track.name}
              </ClippedText>
              <ClippedText as="p" className="muted">
                {track.store_name}
              </ClippedText>
              <p className={styles.facts}>{track.category}</p>
              {track.sound && (
                <p className={styles.facts}>
                  {track.sound.bpm ?? 'N/A'} bpm · <KeyText of={track.sound} />
                </p>
              )}
              <Files order={order} track={track} />
              <p className={styles.facts}>
                Order #{order.id}, {dayText(order.paid_at ?? order.created_at)}
              </p>
            </li>
          </RowBoundary>
        ))}
      </ul>
    </>
  );
}

export const OwnedTracksSkeleton = () => <CoverSkeletons count={4} className={styles.wall} />;

/** Each file, the contract and the certificate, opened in a new tab. The first link of a track is its files, the second its project. */
function Files({ order, track }: OwnTrack) {
  const [files, project] = order.downloadLinks.filter(({ product_id }) => product_id === track.id);
  const contract = order.contracts.find(({ product_id }) => product_id === track.id);
  return (
    <ul className={styles.files}>
      {files && (
        <File url={files.url} icon={<Download size={16} aria-hidden />} of={track.name}>
          Download
        </File>
      )}
      {project && (
        <File url={project.url} icon={<Download size={16} aria-hidden />} of={track.name}>
          Project
        </File>
      )}
      {contract && (
        <File url={contract.url} icon={<FileText size={16} aria-hidden />} of={track.name}>
          Contract
        </File>
      )}
      {track.certificate && (
        <File
          url={pageAddress('certificate', { code: track.certificate })}
          icon={<BadgeCheck size={16} aria-hidden />}
          of={track.name}
        >
          Certificate
        </File>
      )}
    </ul>
  );
}

const File = ({ url, icon, of, children }: { url: string; icon: ReactNode; of: string; children: string }) => (
  <li>
    <a href={url} target="_blank" rel="noopener noreferrer">
      {icon} {children}
      <span className="visually-hidden" dir="auto">
        {of}
      </span>
    </a>
  </li>
);
