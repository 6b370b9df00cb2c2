import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit';
import { projectChoicesSlice } from '../features/cart/api/project-choices';
import { playerSlice } from '../features/player/public/player-slice';
import { adminSessionOfBrowser, adminSessionSlice } from '../lib/calls/admin-session';
import { api } from '../lib/calls/api';
import type { RootState } from '../lib/hooks';
import { sessionOfBrowser, sessionSlice } from '../features/session/session';

const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [playerSlice.reducerPath]: playerSlice.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [adminSessionSlice.reducerPath]: adminSessionSlice.reducer,
  [projectChoicesSlice.reducerPath]: projectChoicesSlice.reducer,
}) satisfies Reducer<RootState>;

/** What this browser remembers of its visitor. The server knows nothing of it when it renders a page. */
const visitorOfBrowser = (): Partial<RootState> => ({ session: sessionOfBrowser(), adminSession: adminSessionOfBrowser() });

/** Both checks run in development and in tests alone. How long they take says how busy the machine is, and nothing of the state. */
const UNTIMED = { immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } };

/** Makes a store that knows `visitor`: by default the one of this browser. */
export const makeStore = (visitor: Partial<RootState> = visitorOfBrowser()) =>
  configureStore({
    reducer: rootReducer,
    preloadedState: visitor,
    middleware: (defaults) => defaults(UNTIMED).concat(api.middleware),
    // the usual batching by frame would stop in a background tab, which draws no frames: its buttons would stay busy after their answer
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
