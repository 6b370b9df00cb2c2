import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { audio, seekTo } from './audio';
import { isListed, keyOf, neighbour, playable, type Playable, type Track } from './playable';
import { playerApi } from '../api/player-api';
import {
  playbackFailed,
  playbackPaused,
  playbackStarted,
  playerClosed,
  trackChosen,
  tracksRenewed,
  type PlayerState,
} from './player-slice';

type WithPlayer = { player: PlayerState };
type Dispatch = ThunkDispatch<WithPlayer, unknown, UnknownAction>;
type Playback = ThunkAction<void, WithPlayer, unknown, UnknownAction>;

function start(dispatch: Dispatch) {
  audio.play().catch((error: DOMException) => {
    if (error.name === 'NotAllowedError') dispatch(playbackPaused());
    else if (error.name !== 'AbortError') dispatch(playbackFailed()); // another track was chosen in the meantime
  });
}

/**
 * Loads a track from its start. Its first sound counts as a play, unless it is a demo or one's own
 * (docs/product/playing.md#play-counts).
 */
function load(dispatch: Dispatch, track: Playable) {
  let isCounted = !isListed(track);
  audio.onplaying = () => {
    dispatch(playbackStarted());
    if (isCounted) return;
    isCounted = true;
    void dispatch(playerApi.endpoints.countPlay.initiate(track.id, { track: false }));
  };
  audio.onpause = () => {
    if (!audio.ended) dispatch(playbackPaused());
  };
  audio.onended = () => dispatch(step(1));
  audio.onerror = () => dispatch(playbackFailed());
  audio.src = track.audio;
  start(dispatch);
}

/** `from` (0 to 1) starts at that part of the track. `listName` names a list that may grow (`queueGrew`). */
export type PlayOptions = { from?: number; listName?: string };

/**
 * Plays `track`, or continues it when it is the current one. Next and previous follow the order of `list`, even after the page
 * has changed.
 */
export const play =
  (track: Track, list: readonly Track[], { from, listName }: PlayOptions = {}): Playback =>
  (dispatch, getState) => {
    if (getState().player.current?.key === keyOf(track)) {
      dispatch(tracksRenewed([track]));
      dispatch(resume());
    } else {
      dispatch(trackChosen({ track: playable(track), list, listName }));
      load(dispatch, playable(track));
    }
    if (from !== undefined) seekTo(from * (audio.duration || track.duration), track.duration);
  };

/** Continues the current track. After a failure it loads the audio again at the same position. */
export const resume = (): Playback => (dispatch, getState) => {
  const { current, failed } = getState().player;
  if (!current) return;
  if (failed) {
    const at = audio.currentTime;
    audio.load();
    audio.currentTime = at;
  }
  dispatch(playbackStarted());
  start(dispatch);
};

/** Pauses `track`; nothing happens when another one is current. */
export const pause =
  (track: Track): Playback =>
  (dispatch, getState) => {
    if (getState().player.current?.key !== keyOf(track)) return;
    dispatch(playbackPaused());
    audio.pause();
  };

export const toggle = (): Playback => (dispatch, getState) => {
  const { current, playing } = getState().player;
  if (current) dispatch(playing ? pause(current) : resume());
};

/** Plays the next (1) or previous (-1) track and wraps around at the ends. The end of a track calls it too. */
export const step =
  (by: 1 | -1): Playback =>
  (dispatch, getState) => {
    const { current, list, listName } = getState().player;
    const track = current && neighbour(list, current, by);
    if (!track) return;
    // A track that left the shop stays in the list only while it plays, and does not start again.
    if (current.gone && track.key === current.key) return void dispatch(pause(track));
    const remainingTracks = current.gone ? list.filter((entry) => keyOf(entry) !== current.key) : list;
    dispatch(trackChosen({ track, list: remainingTracks, listName }));
    load(dispatch, track);
  };

/** Stops the sound and closes the player, if there is one. */
export const close = (): Playback => (dispatch, getState) => {
  if (!getState().player.current) return;
  audio.onplaying = audio.onpause = audio.onended = audio.onerror = null;
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  dispatch(playerClosed());
};
