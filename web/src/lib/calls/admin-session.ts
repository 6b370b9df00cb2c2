import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useAppSelector } from '../hooks';

/** The key of the admin's bearer token in local storage. */
export const ADMIN_TOKEN_KEY = 'adminToken';

export type AdminSessionState = { token: string | null };

declare module '../hooks' {
  interface RootState {
    adminSession: AdminSessionState;
  }
}

/** The admin's session that this browser had last. */
export const adminSessionOfBrowser = (): AdminSessionState => ({ token: localStorage.getItem(ADMIN_TOKEN_KEY) });

const NOBODY: AdminSessionState = { token: null };

export const adminSessionSlice = createSlice({
  name: 'adminSession',
  initialState: NOBODY,
  reducers: {
    tokenChanged(state, { payload }: PayloadAction<string | null>) {
      state.token = payload;
    },
  },
});

const { tokenChanged } = adminSessionSlice.actions;
type Thunk = ThunkAction<void, { adminSession: AdminSessionState }, unknown, UnknownAction>;

export const startAdminSession =
  (token: string): Thunk =>
  (dispatch) => {
    localStorage.setItem(ADMIN_TOKEN_KEY, token);
    dispatch(tokenChanged(token));
  };

/** Forgets the token. The guard then leads to the admin's login. */
export const endAdminSession = (): Thunk => (dispatch) => {
  localStorage.removeItem(ADMIN_TOKEN_KEY);
  dispatch(tokenChanged(null));
};

export const useAdminToken = () => useAppSelector((state) => state.adminSession.token);

/** `extraOptions` of an endpoint that is called with the admin's token. A 401 then ends the admin's session. */
export const asAdmin = { admin: true } as const;
