import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { isListed, keyOf, playable, type Playable, type Track } from './playable';

export type PlayerState = {
  current: Playable | null;
  /** The list that next and previous follow. It is replaced as a whole, because a draft of a long list takes time. */
  list: readonly Track[];
  /** The name of a list that may grow while it is played. */
  listName?: string;
  playing: boolean;
  /** Whether the audio of `current` could not be loaded. */
  failed: boolean;
};

declare module '#lib/hooks.ts' {
  interface RootState {
    player: PlayerState;
  }
}

const initialState: PlayerState = { current: null, list: [], playing: false, failed: false };

/**
 * Renews the current track from `tracks`, which are for sale.
 * @returns whether they contain it
 */
function renewCurrent({ current }: PlayerState, tracks: readonly Track[]): boolean {
  const now = current && tracks.find((track) => keyOf(track) === current.key);
  if (!now) return false;
  Object.assign(current, playable(now));
  delete current.gone;
  return true;
}

/** The state of the player. The sound itself is in `audio.ts`; `playback.ts` keeps both in step. */
export const playerSlice = createSlice({
  name: 'player',
  initialState,
  reducers: {
    trackChosen: (
      _state,
      { payload }: PayloadAction<{ track: Playable; list: readonly Track[]; listName?: string }>,
    ): PlayerState => ({
      current: payload.track,
      list: payload.list,
      listName: payload.listName,
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
    /** Replaces the list that is played by a longer part of it. */
    queueGrew(state, { payload: { list, listName } }: PayloadAction<{ list: readonly Track[]; listName: string }>) {
      if (state.listName === listName && renewCurrent(state, list)) Object.assign(state, { list });
    },
    /** Renews the tracks of the list from newer answers, which contain only tracks for sale. */
    tracksRenewed(state, { payload: tracks }: PayloadAction<readonly Track[]>) {
      renewCurrent(state, tracks);
      const now = new Map(tracks.map((track) => [keyOf(track), track]));
      Object.assign(state, { list: original(state).list.map((track) => now.get(keyOf(track)) ?? track) });
    },
    /** Removes tracks that left the shop. The current track goes on and keeps its place. */
    tracksGone(state, { payload: ids }: PayloadAction<number[]>) {
      const { list } = original(state);
      const isGone = (track: Track) => isListed(track) && ids.includes(track.id);
      if (state.current && isGone(state.current)) state.current.gone = true;
      const stays = (track: Track) => !isGone(track) || keyOf(track) === state.current?.key;
      if (!list.every(stays)) Object.assign(state, { list: list.filter(stays) });
    },
    /** Forgets the list, which may be the previous user's cart or wishlist, but not the current track. */
    queueForgotten(state) {
      Object.assign(state, { list: state.current ? [state.current] : [], listName: undefined });
    },
    playerClosed: () => initialState,
  },
});

export const {
  trackChosen,
  playbackStarted,
  playbackPaused,
  playbackFailed,
  queueGrew,
  tracksRenewed,
  tracksGone,
  queueForgotten,
  playerClosed,
} = playerSlice.actions;
