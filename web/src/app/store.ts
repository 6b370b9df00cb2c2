import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { projectChoicesSlice } from '../features/cart/project-choices';
import { playerSlice } from '../features/player/playerSlice';
import { adminSessionSlice } from '../lib/admin-session';
import { api } from '../lib/api';
import { sessionSlice } from '../lib/session';

const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [playerSlice.reducerPath]: playerSlice.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [adminSessionSlice.reducerPath]: adminSessionSlice.reducer,
  [projectChoicesSlice.reducerPath]: projectChoicesSlice.reducer,
});

export const makeStore = () =>
  configureStore({ reducer: rootReducer, middleware: (defaults) => defaults().concat(api.middleware) });

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = ReturnType<typeof makeStore>['dispatch'];
