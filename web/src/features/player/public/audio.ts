import { useSyncExternalStore } from 'react';
import { rememberedVolume, rememberVolume } from './volume';

/** The one source of sound of the whole shop: two tracks can never play at once, and it outlives every page. */
export const audio = new Audio();
audio.preload = 'auto';
audio.volume = rememberedVolume();

const lengthOf = (fallback: number) => (Number.isFinite(audio.duration) ? audio.duration : fallback);

/** Moves to a second of the track, never past its ends. */
export function seekTo(seconds: number, duration: number) {
  audio.currentTime = Math.min(Math.max(0, seconds), lengthOf(duration));
}

export function setVolume(volume: number) {
  audio.muted = false;
  changeVolume(volume);
}

/** To be heard or not: a sound that is off stays off. */
export function changeVolume(volume: number) {
  audio.volume = Math.min(Math.max(0, Math.round(volume * 100) / 100), 1);
  rememberVolume(audio.volume);
  // the browser says so later: the next of many steps may come before, and would begin where this one began
  audio.dispatchEvent(new Event('volumechange'));
}

export function toggleMuted() {
  audio.muted = !audio.muted;
}

const on = (events: readonly string[]) => (changed: () => void) => {
  events.forEach((event) => audio.addEventListener(event, changed));
  return () => events.forEach((event) => audio.removeEventListener(event, changed));
};
const onTime = on(['timeupdate', 'seeking', 'seeked', 'emptied', 'durationchange', 'ended']);
const onVolume = on(['volumechange']);
const onWait = on(['waiting', 'playing', 'pause', 'emptied', 'canplay', 'error']);

/** Seconds played and seconds in all; `duration` counts until the audio's own is known. */
export function useTime(duration: number) {
  const elapsed = useSyncExternalStore(onTime, () => Math.floor(audio.currentTime));
  const total = useSyncExternalStore(onTime, () => lengthOf(duration));
  return { elapsed, total };
}

/** How much of the track was played, 0 to 1, in steps a small waveform can show. */
export const useProgress = (duration: number) =>
  useSyncExternalStore(onTime, () => Math.round((audio.currentTime / (lengthOf(duration) || 1)) * 200) / 200);

export function useVolume() {
  const volume = useSyncExternalStore(onVolume, () => audio.volume);
  const muted = useSyncExternalStore(onVolume, () => audio.muted);
  return { volume, muted };
}

/** It should play, but waits for data. */
export const useWaiting = () => useSyncExternalStore(onWait, () => !audio.paused && audio.readyState < audio.HAVE_FUTURE_DATA);
