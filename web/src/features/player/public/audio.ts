import { useSyncExternalStore } from 'react';
import { inBrowser } from '#lib/in-browser.ts';
import { rememberedVolume, rememberVolume } from './volume';

/** The only source of sound in the shop, so that two tracks never play at once. It outlives every page. */
export const audio = inBrowser ? new Audio() : ({} as HTMLAudioElement);
audio.preload = 'auto';
audio.volume = rememberedVolume();

/**
 * Shows whether a page can set the volume: iPhone and iPad leave it to the device. There, a new volume seems to hold for some 100
 * ms, so the probe sets it long before a component reads it.
 */
const probe = inBrowser ? new Audio() : audio;
probe.volume = 0.5;

const lengthOf = (fallback: number) => (Number.isFinite(audio.duration) ? audio.duration : fallback);

/** Moves to a second of the track, never past its ends. */
export function seekTo(seconds: number, duration: number) {
  audio.currentTime = Math.min(Math.max(0, seconds), lengthOf(duration));
}

export function setVolume(volume: number) {
  audio.muted = false;
  changeVolume(volume);
}

/** Sets the volume. A muted sound stays muted. */
export function changeVolume(volume: number) {
  audio.volume = Math.min(Math.max(0, Math.round(volume * 100) / 100), 1);
  rememberVolume(audio.volume);
  // The browser's own event comes later. Without this one, the next quick step would start from the same old volume.
  audio.dispatchEvent(new Event('volumechange'));
}

export function toggleMuted() {
  audio.muted = !audio.muted;
}

const on = (events: readonly string[]) => (onChange: () => void) => {
  events.forEach((event) => audio.addEventListener(event, onChange));
  return () => events.forEach((event) => audio.removeEventListener(event, onChange));
};
const onTime = on(['timeupdate', 'seeking', 'seeked', 'emptied', 'durationchange', 'ended']);
const onVolume = on(['volumechange']);
const onWait = on(['waiting', 'playing', 'pause', 'emptied', 'canplay', 'error']);

const atStart = () => 0;

/** The played seconds and the length in seconds. `duration` counts until the audio's own length is known. */
export function useTime(duration: number) {
  const elapsedSeconds = useSyncExternalStore(onTime, () => Math.floor(audio.currentTime), atStart);
  const total = useSyncExternalStore(
    onTime,
    () => lengthOf(duration),
    () => duration,
  );
  return { elapsed: elapsedSeconds, total };
}

/** The played share of the track, 0 to 1, in steps that a small waveform can show. */
export const useProgress = (duration: number) =>
  useSyncExternalStore(onTime, () => Math.round((audio.currentTime / (lengthOf(duration) || 1)) * 200) / 200, atStart);

export function useVolume() {
  const volume = useSyncExternalStore(onVolume, () => audio.volume);
  const isMuted = useSyncExternalStore(onVolume, () => audio.muted);
  const settable = useSyncExternalStore(onVolume, () => probe.volume === 0.5);
  return { volume, muted: isMuted, settable };
}

/** Whether the audio should play but waits for data. */
export const useWaiting = () => useSyncExternalStore(onWait, () => !audio.paused && audio.readyState < audio.HAVE_FUTURE_DATA);
