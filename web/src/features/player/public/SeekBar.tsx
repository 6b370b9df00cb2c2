import { useEffect, useRef, type KeyboardEvent } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { minutesOf } from '#lib/time/minutes.ts';
import { audio, seekTo, useTime } from './audio';
import { loadPeaks } from './peaks';
import type { Playable } from './playable';
import styles from './SeekBar.module.css';

const HEIGHT = 40;
const KEY_SECONDS = 5;

/** Elapsed time, the waveform for seeking, and the length. */
export function SeekBar({ track }: { track: Playable }) {
  const box = useWaveform(track);
  const { elapsed, total } = useTime(track.duration);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: elapsed - KEY_SECONDS, ArrowRight: elapsed + KEY_SECONDS, Home: 0, End: total }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    seekTo(to, track.duration);
  };
  return (
    <div className={styles.seek}>
      <span className="mono">{minutesOf(elapsed)}</span>
      <div
        ref={box}
        className={styles.wave}
        role="slider"
        tabIndex={0}
        aria-label="Seek"
        aria-valuemin={0}
        aria-valuemax={Math.round(total)}
        aria-valuenow={elapsed}
        aria-valuetext={`${minutesOf(elapsed)} of ${minutesOf(total)}`}
        onKeyDown={onKeyDown}
      />
      <span className={`mono ${styles.total}`}>{minutesOf(total)}</span>
    </div>
  );
}

/**
 * Draws the waveform, which can be clicked and dragged. wavesurfer gets peaks and a length but not the audio element, because it
 * would change the element's source, and the sound must not depend on a drawing.
 */
function useWaveform({ peaks, wave, duration }: Playable) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const controller = new AbortController();
    let frame = 0;
    let waveform: WaveSurfer | undefined;
    void loadPeaks({ peaks, wave }, controller.signal).then((values) => {
      if (controller.signal.aborted) return;
      const colours = getComputedStyle(container);
      const drawing = WaveSurfer.create({
        container,
        height: HEIGHT,
        peaks: [values.length > 0 ? values : [0]],
        duration: duration || 1,
        normalize: true,
        barWidth: 2,
        barGap: 1,
        barMinHeight: 1,
        cursorWidth: 1,
        cursorColor: colours.getPropertyValue('--text'),
        waveColor: colours.getPropertyValue('--line-strong'),
        progressColor: colours.getPropertyValue('--signal'),
        dragToSeek: true,
        hideScrollbar: true,
      });
      waveform = drawing;
      drawing.on('interaction', (seconds) => seekTo(seconds, duration));
      const follow = () => {
        const seconds = audio.currentTime;
        if (Math.abs(drawing.getCurrentTime() - seconds) > 0.02) drawing.setTime(seconds);
        frame = requestAnimationFrame(follow);
      };
      drawing.on('ready', follow);
    });
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
      waveform?.destroy();
    };
  }, [peaks, wave, duration]);
  return box;
}
