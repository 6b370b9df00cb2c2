import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { audio, seekTo } from './audio';
import { keyOf, neighbour, playable, walkingOrder, type Playable, type Track } from './playable';
import { playerApi } from './playerApi';
import { playbackFailed, playbackPaused, playbackStarted, playerClosed, trackChosen, type PlayerState } from './playerSlice';

type WithPlayer = { player: PlayerState };
type Dispatch = ThunkDispatch<WithPlayer, unknown, UnknownAction>;
type Playback = ThunkAction<void, WithPlayer, unknown, UnknownAction>;

function start(dispatch: Dispatch) {
  audio.play().catch((error: DOMException) => {
    if (error.name === 'NotAllowedError') dispatch(playbackPaused());
    else if (error.name !== 'AbortError') dispatch(playbackFailed()); // aborted: another track was chosen meanwhile
  });
}

/** Loads a track from its beginning; its first sound counts as one play, a demo's never (spec 2 §4). */
function load(dispatch: Dispatch, track: Playable) {
  let counted = track.demo;
  audio.onplaying = () => {
    dispatch(playbackStarted());
    if (counted) return;
    counted = true;
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

/** Plays `track`, or goes on with it when it is the current one; `from` (0 to 1) starts at that part of it. */
export const play =
  (track: Track, list: readonly Track[], from?: number): Playback =>
  (dispatch, getState) => {
    if (getState().player.current?.key === keyOf(track)) dispatch(resume());
    else {
      dispatch(trackChosen({ track: playable(track), list: walkingOrder(list) }));
      load(dispatch, playable(track));
    }
    if (from !== undefined) seekTo(from * (audio.duration || track.duration), track.duration);
  };

/** Goes on; after a failure it loads the audio again at the same place. */
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

/** Pauses `track`; nothing happens when another one is current (spec 3 §4). */
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

/** The next (1) or previous (-1) track, around the ends; also what follows a track that has ended (spec 2 §4). */
export const step =
  (by: 1 | -1): Playback =>
  (dispatch, getState) => {
    const { current, list } = getState().player;
    const track = current && neighbour(list, current, by);
    if (!track) return;
    dispatch(trackChosen({ track, list }));
    load(dispatch, track);
  };

/** Stops the sound and puts the player away. */
export const close = (): Playback => (dispatch) => {
  audio.onplaying = audio.onpause = audio.onended = audio.onerror = null;
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  dispatch(playerClosed());
};
