import { UNSOLD_MONTHS } from '@shop/contracts/constants';
import type { SellerTrackView, SellerView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { DashboardSection } from './parts/DashboardSection';
import { RowSkeletons } from './parts/RowSkeletons';
import styles from './parts/SellerDashboard.module.css';
import { useMyTracksQuery } from '../api/sellers-api';

export function TracksSection({ seller }: { seller: SellerView }) {
  const tracks = useMyTracksQuery(seller.id, { refetchOnMountOrArgChange: true });
  const count = tracks.data?.data.length ?? 0;
  return (
    <DashboardSection title="Your Tracks" wide mark={count > 0 && <span className="mono muted">{count}</span>}>
      <Query of={tracks} skeleton={<RowSkeletons />} errorText="Failed to load seller tracks">
        {({ data: list }) =>
          list.length === 0 ? (
            <p className="muted">No tracks yet. What is approved and published stands here.</p>
          ) : (
            <ul className={styles.tracks}>
              {list.map((track) => (
                <RowBoundary key={track.id}>
                  <TrackRow track={track} />
                </RowBoundary>
              ))}
            </ul>
          )
        }
      </Query>
    </DashboardSection>
  );
}

const TONES: Record<string, 'signal' | 'plain' | 'warm'> = { Active: 'signal', Sold: 'warm' };

function TrackRow({ track }: { track: SellerTrackView }) {
  const { id, name, category, bpm, music_key: key, price, status, unsold } = track;
  const facts = [category, bpm === null ? null : `${bpm} bpm`, key].filter(Boolean).join(' · ');
  return (
    <li className={styles.track}>
      <Cover src={track.img} alt="" size={48} />
      <div>
        <ClippedText className={styles.trackName}>
          {status === 'Removed' || status === 'Not for sale' ? name : <Link to={paths.track(id)}>{name}</Link>}
        </ClippedText>
        <span className={`mono ${styles.trackFacts}`}>{facts}</span>
      </div>
      <Money dollars={price} whole />
      <div className={styles.marks}>
        {unsold && <Badge tone="warm">Unsold for {UNSOLD_MONTHS} months</Badge>}
        <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge>
      </div>
    </li>
  );
}
