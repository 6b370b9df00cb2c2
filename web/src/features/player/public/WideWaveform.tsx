import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { cx } from '#lib/cx.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { useNarrow } from '#lib/use-media.ts';
import { shareAt, Waveform } from '#ui/display/Waveform.tsx';
import { seekTo, useProgress, useTime } from './audio';
import { partsOf, type Part } from './parts-of';
import { loadPeaks } from './peaks';
import type { Playable } from './playable';
import { waveOf } from './wave-of';
import styles from './WideWaveform.module.css';

type Track = Pick<Playable, 'name' | 'wave' | 'peaks' | 'duration'>;

const BARS = { wide: 240, narrow: 120 };
const KEY_SECONDS = 5;
/** Without parts, Page Up and Page Down go so far, as a share of the track. */
const PAGE = 0.1;
/** A key leads no nearer to the end, where the next track would begin at once. */
const REST_SECONDS = 1;

/**
 * A waveform across the page, at once the coarse one of the lists, then the fine one when its peaks have loaded, with the parts of the
 * track. A press, and a key on a track that the player does not have, plays it from that share of it (`onPlay`).
 */
export function WideWaveform({ track, current, onPlay }: { track: Track; current: boolean; onPlay: (from: number) => void }) {
  const { wave, parts } = useFineWave(track, useNarrow() ? BARS.narrow : BARS.wide);
  const time = useTime(track.duration);
  const progress = useProgress(track.duration);
  const [elapsed, total] = current ? [time.elapsed, time.total] : [0, track.duration];
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const hint = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || total <= 0) return;
    const to = secondsAfter(event.key, elapsed, total, parts);
    if (to === undefined) return;
    event.preventDefault();
    const seconds = Math.min(Math.max(to, 0), Math.max(total - REST_SECONDS, 0));
    if (current) seekTo(seconds, track.duration);
    else onPlay(seconds / total);
  };
  return (
    <div className={styles.wide}>
      <div
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label={`Waveform of ${track.name}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(total)}
        aria-valuenow={elapsed}
        aria-valuetext={[`${minutesOf(elapsed)} of ${minutesOf(total)}`, about(parts, elapsed / total)]
          .filter(Boolean)
          .join(', ')}
        aria-describedby={parts.length > 0 ? hint : undefined}
        onClick={(event) => onPlay(shareAt(event))}
        onPointerMove={(event) => setPointedAt(shareAt(event))}
        onPointerLeave={() => setPointedAt(null)}
        onKeyDown={onKeyDown}
      >
        <Waveform wave={wave} progress={current ? progress : 0} />
        <div className={styles.parts} aria-hidden>
          {parts.map(({ kind, from, to }) => (
            <span
              key={from}
              className={cx(styles.part, kind === 'Drop' && styles.drop)}
              style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
            >
              <span>{kind}</span>
            </span>
          ))}
        </div>
        {pointedAt !== null && (
          <div
            className={cx(styles.pointed, pointedAt > 0.5 && styles.before)}
            style={{ left: `${pointedAt * 100}%` }}
            aria-hidden
          >
            <span>{[minutesOf(pointedAt * total), about(parts, pointedAt)].filter(Boolean).join(', ')}</span>
          </div>
        )}
      </div>
      {parts.length > 0 && (
        <p id={hint} className={styles.hint}>
          The parts are about right: they are found by loudness.
        </p>
      )}
    </div>
  );
}

/** "about: Drop", the part at a share of the track; nothing when no parts are known. */
function about(parts: readonly Part[], share: number): string | undefined {
  const part = parts.find(({ to }) => share < to) ?? parts.at(-1);
  return part && `about: ${part.kind}`;
}

/** The seconds to which a key leads; undefined for another key. */
function secondsAfter(key: string, elapsed: number, total: number, parts: readonly Part[]): number | undefined {
  const starts = parts.map(({ from }) => from * total);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return elapsed - KEY_SECONDS;
    case 'ArrowRight':
    case 'ArrowUp':
      return elapsed + KEY_SECONDS;
    case 'PageUp':
      return parts.length > 0 ? (starts.find((start) => start > elapsed + 1) ?? total) : elapsed + PAGE * total;
    case 'PageDown':
      // Shortly behind the beginning of a part, the one before it is meant.
      return parts.length > 0 ? (starts.filter((start) => start < elapsed - 2).at(-1) ?? 0) : elapsed - PAGE * total;
    case 'Home':
      return 0;
    case 'End':
      return total;
    default:
      return undefined;
  }
}

const NO_PEAKS: readonly number[] = [];

function useFineWave({ peaks, wave }: Track, bars: number): { wave: string; parts: Part[] } {
  const [fine, setFine] = useState<{ of: Track['peaks']; values: readonly number[] } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void loadPeaks({ peaks, wave }, controller.signal).then((values) => {
      if (!controller.signal.aborted) setFine({ of: peaks, values });
    });
    return () => controller.abort();
  }, [peaks, wave]);
  const values = fine?.of === peaks ? fine.values : NO_PEAKS;
  return useMemo(
    () => ({ wave: values.length >= bars ? waveOf(values, bars) : wave, parts: partsOf(values) }),
    [values, bars, wave],
  );
}
