import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { readUserId } from '#lib/calls/user-id.ts';
import { useAppSelector } from '#lib/hooks.ts';
import { inLocalStorage } from '#lib/storage.ts';

/** A click that waits for a login and is finished after it (docs/product/accounts.md#interrupted-clicks). */
export type Interruption = { kind: 'cart' | 'wishlist'; productId: number; name: string } | { kind: 'go'; to: string };

/**
 * `turn` counts the users of this window: it grows with a logout, and with the login of another user. It does not grow when a
 * session expires, because the same user may log in again; `lastUserId` is that user. While `codesShown`, new recovery codes are
 * on screen: the browser has a session already, which begins here once they are saved.
 */
type SessionState = {
  userId: number | null;
  loginOpen: boolean;
  codesShown: boolean;
  interrupted: Interruption | null;
  turn: number;
  lastUserId: number | null;
};

declare module '#lib/hooks.ts' {
  interface RootState {
    session: SessionState;
  }
}

export const WISHLIST_KEY = 'wishlist';

const forgetUserId = () => {
  document.cookie = 'userId=; Path=/; Max-Age=0; SameSite=Lax';
};

const NOBODY: SessionState = {
  userId: null,
  loginOpen: false,
  codesShown: false,
  interrupted: null,
  turn: 0,
  lastUserId: null,
};

/** The session that this browser had last. */
export const sessionOfBrowser = (): SessionState => {
  const userId = readUserId();
  return { ...NOBODY, userId, lastUserId: userId };
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState: NOBODY,
  reducers: {
    loginRequested(state, { payload }: PayloadAction<{ interrupted?: Interruption } | undefined>) {
      state.loginOpen = true;
      state.interrupted = payload?.interrupted ?? null;
    },
    loginClosed(state) {
      state.loginOpen = false;
      state.interrupted = null;
    },
    sessionStarted(state, { payload }: PayloadAction<number>) {
      if (state.lastUserId !== null && state.lastUserId !== payload) state.turn += 1;
      state.userId = state.lastUserId = payload;
      state.loginOpen = false;
    },
    codesShown(state, { payload }: PayloadAction<boolean>) {
      state.codesShown = payload;
    },
    interruptedResumed(state) {
      state.interrupted = null;
    },
    sessionEnded(state) {
      state.userId = null;
    },
    sessionLeft(state) {
      state.turn += 1;
      state.lastUserId = state.userId;
    },
  },
});

type Thunk<Result> = ThunkAction<Result, { session: SessionState }, unknown, UnknownAction>;
export const { loginRequested, loginClosed, sessionStarted, codesShown, interruptedResumed, sessionLeft } = sessionSlice.actions;

/**
 * Forgets the logged-in user. AccountEffect removes the user's data once no page shows them any more; typed text waits for the
 * user's next login (leave-session.ts).
 */
export const endSession = (): Thunk<void> => (dispatch) => {
  forgetUserId();
  inLocalStorage((storage) => delete storage[WISHLIST_KEY]);
  dispatch(sessionSlice.actions.sessionEnded());
};

/**
 * Takes over the session of the browser after a login or logout in another window, unless new recovery codes would be lost by it.
 * @returns whether the browser had another one than this window
 */
export const followBrowser = (): Thunk<boolean> => (dispatch, getState) => {
  const now = readUserId();
  const { userId, codesShown } = getState().session;
  if (now === userId) return false;
  if (!codesShown) dispatch(now === null ? endSession() : sessionStarted(now));
  return true;
};

/** Changes with the user of this window, so that one user's typed text and dialogs never reach the next. */
export const useTurn = () => useAppSelector((state) => state.session.turn);
export const useUserId = () => useAppSelector((state) => state.session.userId);
