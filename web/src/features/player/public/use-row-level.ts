import { useEffect } from 'react';
import { audio } from './audio';
import type { Playable } from './playable';

const EVENTS = ['timeupdate', 'playing', 'pause', 'ended', 'emptied'];

/** How loud a track is at a share of it, 0 to 1, by the bytes of its small waveform. Without a waveform it is silent. */
export function levelAt(wave: string, share: number): number {
  const bars = wave.length >> 1;
  const bar = Math.min(Math.max(Math.floor(share * bars), 0), bars - 1);
  const level = parseInt(wave.slice(bar * 2, bar * 2 + 2), 16) / 255;
  return Number.isFinite(level) ? level : 0;
}

/**
 * Lets what plays move a little: the page is marked with `data-playing` while there is sound, and each row of the track has the level
 * of the sound as `--level`, 0 to 1, some four times a second; style sheets do the rest. Nothing moves for those who ask for less motion.
 */
export function useRowLevel({ id, demo, wave, duration }: Pick<Playable, 'id' | 'demo' | 'wave' | 'duration'>) {
  useEffect(() => {
    if (demo || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const rows = () => document.querySelectorAll<HTMLElement>(`[data-track="${id}"]`);
    const follow = () => {
      const sounds = !audio.paused && !audio.ended;
      document.documentElement.toggleAttribute('data-playing', sounds);
      const level = sounds ? levelAt(wave, audio.currentTime / (audio.duration || duration || 1)) : 0;
      for (const row of rows()) row.style.setProperty('--level', level.toFixed(2));
    };
    follow();
    for (const event of EVENTS) audio.addEventListener(event, follow);
    return () => {
      for (const event of EVENTS) audio.removeEventListener(event, follow);
      document.documentElement.removeAttribute('data-playing');
      for (const row of rows()) row.style.removeProperty('--level');
    };
  }, [id, demo, wave, duration]);
}
