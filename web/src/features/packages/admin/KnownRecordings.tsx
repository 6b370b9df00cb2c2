import type { KnownRecordingView } from '@shop/contracts/views';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { useLazyPackageSoundQuery } from '../api/admin-packages-api';
import { useKnownRecordingsQuery } from '../api/known-recordings-api';
import styles from './KnownRecordings.module.css';

/** The recordings that the masters of a package agree with, drawn under each other; they play in turn from the same second. */
export function KnownRecordings({ packageId }: { packageId: number }) {
  const query = useKnownRecordingsQuery(packageId, { refetchOnMountOrArgChange: true });
  return (
    <Query of={query} skeleton={<p className="muted">Loading…</p>} errorText="Failed to load the known recordings">
      {({ data }) => (
        <ul className={styles.known} aria-label="Known recordings">
          {data.map((match) => (
            <RowBoundary key={`${match.file} ${match.known.kind} ${match.known.productId} ${match.known.sound.packageId}`}>
              <Pair match={match} />
            </RowBoundary>
          ))}
        </ul>
      )}
    </Query>
  );
}

const STATES = { 'on-sale': 'on sale', sold: 'sold', submitted: 'under review', refused: 'refused', removed: 'removed' } as const;

function titleOf({ name, storeName, state }: KnownRecordingView['known']) {
  const track = name === null ? 'another submission' : `“${name}”`;
  return `${track} (${[storeName ?? 'the shop', STATES[state]].join(', ')})`;
}

type Side = 'first' | 'second';

function Pair({ match }: { match: KnownRecordingView }) {
  const { likeness, fromSeconds, toSeconds, shiftSeconds, file, sound, known } = match;
  const { playing, play, audio } = usePair(match);
  const mayListen = useMay()('changeCatalogue');
  const sides = [
    { side: 'first' as const, label: file ?? 'This recording', sound, from: fromSeconds },
    { side: 'second' as const, label: titleOf(known), sound: known.sound, from: fromSeconds + shiftSeconds },
  ];
  return (
    <li className={styles.pair}>
      <p>
        {likeness === 'same' ? 'The same recording' : 'Similar'}: agrees from {minutesOf(fromSeconds)} to {minutesOf(toSeconds)}{' '}
        with <span dir="auto">{titleOf(known)}</span>, there from {minutesOf(Math.max(0, fromSeconds + shiftSeconds))}
      </p>
      {sides.map(({ side, label, sound: { wave, seconds, audio: address, fileId }, from }) => (
        <div key={side} className={styles.side}>
          <span className={styles.name} dir="auto">
            {label}
          </span>
          {seconds !== null && wave.length > 0 && (
            <Wave wave={wave} from={from / seconds} to={(from + toSeconds - fromSeconds) / seconds} />
          )}
          {(address !== null || fileId !== null) && mayListen && (
            <Button size="s" aria-label={`${playing === side ? 'Pause' : 'Play'} ${label}`} onClick={() => void play(side)}>
              {playing === side ? 'Pause' : 'Play'}
            </Button>
          )}
          <audio ref={audio(side)} preload="none" />
        </div>
      ))}
    </li>
  );
}

/** The two players of a pair: the one that begins goes on where the other one is. */
function usePair({ fromSeconds, shiftSeconds, sound, known }: KnownRecordingView) {
  const [load] = useLazyPackageSoundQuery();
  const [playing, setPlaying] = useState<Side | null>(null);
  const players = useRef<Record<Side, HTMLAudioElement | null>>({ first: null, second: null });
  /** In seconds of the first recording. */
  const at = useRef(fromSeconds);
  const urls = useRef<string[]>([]);
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), []);
  const shiftOf = (side: Side) => (side === 'first' ? 0 : shiftSeconds);

  async function addressOf({ audio, packageId, fileId }: KnownRecordingView['sound']) {
    if (audio !== null || packageId === null || fileId === null) return audio;
    const { data, error } = await load({ id: packageId, fileId });
    if (!data) toast.error(errorText(error, 'The recording was not loaded. Please try again.'));
    else urls.current.push(data);
    return data ?? null;
  }

  async function play(side: Side) {
    if (playing) {
      const player = players.current[playing];
      player?.pause();
      if (player) at.current = player.currentTime - shiftOf(playing);
      setPlaying(null);
      if (playing === side) return;
    }
    const player = players.current[side];
    if (!player) return;
    if (!player.src) {
      const address = await addressOf(side === 'first' ? sound : known.sound);
      if (address === null) return;
      player.src = address;
    }
    player.currentTime = Math.max(0, at.current + shiftOf(side));
    setPlaying(side);
    await player.play().catch(() => setPlaying(null));
  }
  const audio = (side: Side) => (player: HTMLAudioElement | null) => {
    players.current[side] = player;
  };
  return { playing, play, audio };
}

/** A waveform in which the part from `from` to `to` (0 to 1) stands out. */
function Wave({ wave, from, to }: { wave: readonly number[]; from: number; to: number }) {
  return (
    <svg className={styles.wave} viewBox={`0 0 ${wave.length} 2`} preserveAspectRatio="none" aria-hidden="true">
      {wave.map((level, nth) => {
        const place = (nth + 0.5) / wave.length;
        const height = Math.max(0.06, 2 * level);
        return (
          // The values have no other name than their place.
          <rect
            key={place}
            className={place >= from && place <= to ? styles.agrees : undefined}
            x={nth + 0.1}
            y={1 - height / 2}
            width={0.8}
            height={height}
          />
        );
      })}
    </svg>
  );
}
