import { isApiError } from '../../lib/calls/api';
import type { AppDispatch, RootState } from '../../lib/hooks';
import { toast } from '../../lib/toast';
import { loginRequested, type Interrupted } from './session';

export const LOGIN_FIRST = 'Please log in or register to continue.';

/** Says why, opens the login and remembers the click, which is finished after it (docs/product/accounts.md#interrupted-clicks). */
export const askToLogIn = (message: string, interrupted?: Interrupted) => (dispatch: AppDispatch) => {
  toast.info(message);
  dispatch(loginRequested(interrupted && { interrupted }));
};

/** Who is logged in; a visitor is asked to log in → null. */
export const needLogin = (message: string, interrupted?: Interrupted) => (dispatch: AppDispatch, getState: () => RootState) => {
  const { userId } = getState().session;
  if (userId === null) dispatch(askToLogIn(message, interrupted));
  return userId;
};

/**
 * A form's answer to a session that has ended meanwhile: the login opens above it, and what was typed waits to be sent after it.
 * → whether that was the matter; any other error is left to the form.
 */
export const sessionHasEnded =
  (error: unknown) =>
  (dispatch: AppDispatch): boolean => {
    if (!isApiError(error) || error.status !== 401) return false;
    dispatch(askToLogIn(LOGIN_FIRST));
    return true;
  };
