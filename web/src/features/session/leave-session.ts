import type { AppDispatch } from '../../lib/hooks';
import { channelOf } from '../../lib/live/channel';
import { kept } from './kept';
import { endSession, sessionLeft } from './session';

/** The channel on which windows tell each other of logins and logouts. */
export const SESSION_CHANNEL = 'session';
/** What a window says when somebody has logged out in it, so that the others forget what was typed there. */
export const LEFT = 'left';

/** Forgets what was typed in this window, also what is still open in it. */
export const forgetTyped = () => (dispatch: AppDispatch) => {
  kept.forgetAll();
  dispatch(sessionLeft());
};

/**
 * Ends the session after a logout: what was typed goes with it, in every open window. A session that expires ends without this, and what
 * was typed waits for the same user's next login.
 */
export const leaveSession = () => (dispatch: AppDispatch) => {
  dispatch(endSession());
  dispatch(forgetTyped());
  const others = channelOf(SESSION_CHANNEL);
  others?.postMessage(LEFT);
  others?.close();
};
