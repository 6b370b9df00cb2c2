import { isApiError } from '#lib/calls/api.ts';
import type { AppDispatch, RootState } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { loginRequested, type Interruption } from './session';

export const LOGIN_FIRST = 'Please log in or register to continue.';

/**
 * Shows the message, opens the login and remembers the click, which is finished after the login
 * (docs/product/accounts.md#interrupted-clicks).
 */
export const askToLogIn = (message: string, interruption?: Interruption) => (dispatch: AppDispatch) => {
  toast.info(message);
  dispatch(loginRequested(interruption && { interrupted: interruption }));
};

/**
 * Asks a visitor to log in.
 * @returns the id of the logged-in user; null for a visitor
 */
export const needLogin = (message: string, interruption?: Interruption) => (dispatch: AppDispatch, getState: () => RootState) => {
  const { userId } = getState().session;
  if (userId === null) dispatch(askToLogIn(message, interruption));
  return userId;
};

/**
 * Handles a form's error when the session has ended: the login opens above the form, and the typed text waits to be sent after
 * it.
 * @returns whether that was the reason; the form handles any other error
 */
export const sessionHasEnded =
  (error: unknown) =>
  (dispatch: AppDispatch): boolean => {
    if (!isApiError(error) || error.status !== 401) return false;
    dispatch(askToLogIn(LOGIN_FIRST));
    return true;
  };
