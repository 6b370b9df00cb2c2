import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Playable, Track } from './playable';

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
    playerClosed: () => initialState,
  },
});

export const { trackChosen, playbackStarted, playbackPaused, playbackFailed, playerClosed } = playerSlice.actions;
