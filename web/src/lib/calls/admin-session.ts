import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useAppSelector } from '../hooks';
import { inLocalStorage } from '../storage';

/** The key of the admin's bearer token in local storage. */
export const ADMIN_TOKEN_KEY = 'adminToken';

/** `hasExpired`: the session was over before the admin logged out. */
export type AdminSessionState = { token: string | null; hasExpired: boolean };

declare module '../hooks' {
  interface RootState {
    adminSession: AdminSessionState;
  }
}

const NOBODY: AdminSessionState = { token: null, hasExpired: false };

const keptToken = () => inLocalStorage((kept) => kept[ADMIN_TOKEN_KEY]);
const forgetToken = () => inLocalStorage((kept) => delete kept[ADMIN_TOKEN_KEY]);

/** The admin's session that this browser had last. */
export const adminSessionOfBrowser = (): AdminSessionState => ({ ...NOBODY, token: keptToken() ?? null });

export const adminSessionSlice = createSlice({
  name: 'adminSession',
  initialState: NOBODY,
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<string>) => ({ token: payload, hasExpired: false }),
    sessionEnded: () => NOBODY,
    sessionExpired: () => ({ token: null, hasExpired: true }),
  },
});

const { sessionStarted, sessionEnded, sessionExpired } = adminSessionSlice.actions;
type Thunk = ThunkAction<unknown, { adminSession: AdminSessionState }, unknown, UnknownAction>;

export const startAdminSession =
  (token: string): Thunk =>
  (dispatch) => {
    inLocalStorage((kept) => (kept[ADMIN_TOKEN_KEY] = token));
    dispatch(sessionStarted(token));
  };

/** Forgets the token of an admin who logs out. The guard then leads to the admin's login. */
export const endAdminSession = (): Thunk => (dispatch) => {
  forgetToken();
  dispatch(sessionEnded());
};

/**
 * Forgets the token that the server refused, unless the admin has logged in since, in this tab or another: then the new one is used. Without
 * one the guard leads to the login, and forms keep what was typed (lib/admin-drafts.ts).
 */
export const expireAdminSession =
  (refused: string | null): Thunk =>
  (dispatch) => {
    const newest = keptToken();
    if (newest && newest !== refused) return dispatch(sessionStarted(newest));
    forgetToken();
    dispatch(sessionExpired());
  };

export const useAdminToken = () => useAppSelector((state) => state.adminSession.token);

/** `extraOptions` of an endpoint that is called with the admin's token. A 401 then ends the admin's session. */
export const asAdmin = { admin: true } as const;
