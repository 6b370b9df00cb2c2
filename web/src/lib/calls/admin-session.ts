import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useAppSelector } from '../hooks';
import { inLocalStorage } from '../storage';

export const ADMIN_TOKEN_KEY = 'adminToken';

/** `userId`: the admin of this or the last session. `hasExpired`: the session ended before a logout. */
export type AdminSessionState = { token: string | null; userId: number | null; hasExpired: boolean };

declare module '../hooks' {
  interface RootState {
    adminSession: AdminSessionState;
  }
}

/** The id at the start of a token (docs/product/sessions.md#bearer-tokens). Older tokens are the 43 characters alone. */
const ID = /^\d+(?=-.{43}$)/;

/** The session of a token. An older token does not name its admin. */
const sessionOf = (token: string | null): AdminSessionState => ({
  token,
  userId: Number(ID.exec(token ?? '')) || null,
  hasExpired: false,
});
const NOBODY = sessionOf(null);

const forgetToken = () => inLocalStorage((storage) => delete storage[ADMIN_TOKEN_KEY]);

export const adminSessionOfBrowser = () => sessionOf(inLocalStorage((storage) => storage[ADMIN_TOKEN_KEY]) ?? null);

export const adminSessionSlice = createSlice({
  name: 'adminSession',
  initialState: NOBODY,
  reducers: {
    sessionChanged: (_, { payload }: PayloadAction<AdminSessionState>) => payload,
  },
});

const { sessionChanged } = adminSessionSlice.actions;
type Thunk = ThunkAction<unknown, { adminSession: AdminSessionState }, unknown, UnknownAction>;

export const startAdminSession =
  (token: string): Thunk =>
  (dispatch) => {
    inLocalStorage((storage) => (storage[ADMIN_TOKEN_KEY] = token));
    dispatch(sessionChanged(sessionOf(token)));
  };

/** Forgets the token of an admin who logs out. The guard then leads to the admin's login. */
export const endAdminSession = (): Thunk => (dispatch) => {
  forgetToken();
  dispatch(sessionChanged(NOBODY));
};

/**
 * Gives up the token that the server refused, unless this tab has another by now. If the same admin has logged in again in
 * another tab, their new token is used. Otherwise the guard leads to the login, and forms keep typed values
 * (lib/admin/drafts.ts).
 */
export const expireAdminSession =
  (refusedToken: string | null): Thunk =>
  (dispatch, getState) => {
    const { token, userId } = getState().adminSession;
    if (token !== refusedToken) return;
    const newest = adminSessionOfBrowser();
    if (newest.token === token) forgetToken();
    else if (userId !== null && newest.userId === userId) return dispatch(sessionChanged(newest));
    dispatch(sessionChanged({ token: null, userId, hasExpired: true }));
  };

export const useAdminToken = () => useAppSelector((state) => state.adminSession.token);

/** The id of the admin of the administration's session, which is independent of the shop's session. */
export const useAdminId = () => useAppSelector((state) => state.adminSession.userId);

/** `extraOptions` of an endpoint that is called with the admin's token. A 401 then ends the admin's session. */
export const asAdmin = { admin: true } as const;
