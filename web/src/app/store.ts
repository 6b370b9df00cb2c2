import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit';
import { projectChoicesSlice } from '#features/cart/api/project-choices.ts';
import { playerSlice } from '#features/player/public/player-slice.ts';
import { adminSessionOfBrowser, adminSessionSlice } from '#lib/calls/admin-session.ts';
import { api } from '#lib/calls/api.ts';
import type { RootState } from '#lib/hooks.ts';
import { sessionOfBrowser, sessionSlice } from '#features/session/session.ts';

const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [playerSlice.reducerPath]: playerSlice.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [adminSessionSlice.reducerPath]: adminSessionSlice.reducer,
  [projectChoicesSlice.reducerPath]: projectChoicesSlice.reducer,
}) satisfies Reducer<RootState>;

/** What this browser remembers of its visitor. The server renders pages without it. */
const visitorOfBrowser = (): Partial<RootState> => ({ session: sessionOfBrowser(), adminSession: adminSessionOfBrowser() });

/** Both checks run only in development and in tests. Their duration depends on the machine, so a warning would say nothing. */
const UNTIMED = { immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } };

/** `visitor` is the remembered state of the visitor: by default, that of this browser. */
export const makeStore = (visitor: Partial<RootState> = visitorOfBrowser()) =>
  configureStore({
    reducer: rootReducer,
    preloadedState: visitor,
    middleware: (defaults) => defaults(UNTIMED).concat(api.middleware),
    // Batching by frame, the default, stops in a background tab, which draws no frames; its buttons would stay busy.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
