import type { AppDispatch } from '#lib/hooks.ts';
import { channelOf } from '#lib/live/channel.ts';
import { typedTexts } from './kept';
import { endSession, sessionLeft } from './session';

/** The channel on which windows tell each other of logins and logouts. */
export const SESSION_CHANNEL = 'session';
/** The message of a window after a logout, so that the other windows forget the typed text. */
export const LEFT = 'left';

/** Forgets the typed text of this window, including that of open forms. */
export const forgetTyped = () => (dispatch: AppDispatch) => {
  typedTexts.forgetAll();
  dispatch(sessionLeft());
};

/**
 * Ends the session after a logout and forgets typed text in every open window. A session that expires ends without this, because
 * the typed text waits for the same user's next login.
 */
export const leaveSession = () => (dispatch: AppDispatch) => {
  dispatch(endSession());
  dispatch(forgetTyped());
  const channel = channelOf(SESSION_CHANNEL);
  channel?.postMessage(LEFT);
  channel?.close();
};
