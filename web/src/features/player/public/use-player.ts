import { useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { keyOf, type Track } from './playable';
import { close, pause, play, step, toggle, type PlayOptions } from './playback';

/**
 * The player for any page. `play(track, list, options?)` takes products, or demos from `playableDemo`, and the list for next and
 * previous. `press`, for a list's play button, plays a track, or pauses it when it is playing. The functions stay the same
 * between renders.
 */
export function usePlayer() {
  const dispatch = useAppDispatch();
  const { current, playing } = useAppSelector((state) => state.player);
  const does = useMemo(
    () => ({
      play: (track: Track, list: readonly Track[], options?: PlayOptions) => dispatch(play(track, list, options)),
      pause: (track: Track) => dispatch(pause(track)),
      toggle: () => dispatch(toggle()),
      next: () => dispatch(step(1)),
      previous: () => dispatch(step(-1)),
      close: () => dispatch(close()),
    }),
    [dispatch],
  );
  const isCurrent = (track: Track) => current?.key === keyOf(track);
  const isPlaying = (track: Track) => playing && isCurrent(track);
  const press = (track: Track, list: readonly Track[], options?: PlayOptions) =>
    isPlaying(track) ? does.pause(track) : does.play(track, list, options);
  return { current, playing, isCurrent, isPlaying, press, ...does };
}
