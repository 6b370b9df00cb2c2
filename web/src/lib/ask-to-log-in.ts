import { isApiError } from './api';
import type { AppDispatch } from './hooks';
import { loginRequested } from './session';
import { toast } from './toast';

/** Spec 1 §5. */
export const LOGIN_FIRST = 'Please log in or register to continue.';

/**
 * A form's answer to a session that has ended meanwhile: the login opens above it, and what was typed waits to be sent after it.
 * → whether that was the matter; any other error is left to the form.
 */
export const askToLogIn =
  (error: unknown) =>
  (dispatch: AppDispatch): boolean => {
    if (!isApiError(error) || error.status !== 401) return false;
    toast.info(LOGIN_FIRST);
    dispatch(loginRequested());
    return true;
  };
