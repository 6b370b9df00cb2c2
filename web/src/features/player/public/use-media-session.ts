import { coverInWidth } from '@shop/contracts/covers';
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { audio, seekTo } from './audio';
import type { Playable } from './playable';
import { pause, resume, step } from './playback';

const ARTWORK = [160, 320, 640] as const;

/** Connects the player to the system's media keys, lock screen and headset buttons (Media Session API). */
export function useMediaSession(track: Playable) {
  const dispatch = useAppDispatch();
  const playing = useAppSelector((state) => state.player.playing);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({
      title: track.name,
      artist: track.store_name,
      album: track.category,
      artwork: track.img.endsWith('.webp')
        ? ARTWORK.map((width) => ({
            src: coverInWidth(track.img, width),
            sizes: `${width}x${width}`,
            type: 'image/webp',
          }))
        : [],
    });
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => dispatch(resume()),
      pause: () => dispatch(pause(track)),
      previoustrack: () => dispatch(step(-1)),
      nexttrack: () => dispatch(step(1)),
      seekbackward: ({ seekOffset }) => seekTo(audio.currentTime - (seekOffset ?? 5), track.duration),
      seekforward: ({ seekOffset }) => seekTo(audio.currentTime + (seekOffset ?? 5), track.duration),
      seekto: ({ seekTime }) => seekTo(seekTime ?? 0, track.duration),
    };
    const actions = Object.keys(handlers) as MediaSessionAction[];
    actions.forEach((action) => session.setActionHandler(action, handlers[action] ?? null));
    return () => {
      actions.forEach((action) => session.setActionHandler(action, null));
      session.metadata = null;
    };
  }, [dispatch, track]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.playbackState = playing ? 'playing' : 'paused';
    return () => {
      session.playbackState = 'none';
    };
  }, [playing]);
}
