import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { isDemo, type Playable, type Track } from './playable';

export type PlayerState = {
  current: Playable | null;
  /** What next and previous walk through, in that order: the list as it came, since copies of a long one take time. */
  list: Track[];
  playing: boolean;
  /** The audio of `current` could not be loaded. */
  failed: boolean;
};

const initialState: PlayerState = { current: null, list: [], playing: false, failed: false };

/** What plays. The sound itself is in `audio.ts`; `playback.ts` keeps both together. */
export const playerSlice = createSlice({
  name: 'player',
  initialState,
  reducers: {
    trackChosen: (_state, { payload }: PayloadAction<{ track: Playable; list: Track[] }>): PlayerState => ({
      current: payload.track,
      list: payload.list,
      playing: true,
      failed: false,
    }),
    playbackStarted(state) {
      state.playing = true;
      state.failed = false;
    },
    playbackPaused(state) {
      state.playing = false;
    },
    playbackFailed(state) {
      state.playing = false;
      state.failed = true;
    },
    /** Products that left the shop: what plays goes on, what has not begun is left out. */
    tracksGone(state, { payload: ids }: PayloadAction<number[]>) {
      const { list } = original(state);
      const isGone = (track: Track) => !isDemo(track) && ids.includes(track.id);
      if (state.current && isGone(state.current)) state.current.gone = true;
      if (list.some(isGone)) state.list = list.filter((track) => !isGone(track));
    },
    playerClosed: () => initialState,
  },
});

export const { trackChosen, playbackStarted, playbackPaused, playbackFailed, tracksGone, playerClosed } = playerSlice.actions;
