import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { makeStore } from '../app/store';
import { ToastCorner } from '../app/hosts/ToastCorner';
import { ADMIN_TOKEN_KEY } from '../lib/calls/admin-session';
import { keepFocus } from '../lib/layers/focus-keeper';
import { aToken } from './a-user';

/** Sets the logged-in user of the browser; null for a visitor. Call it before rendering. */
export function signedInAs(userId: number | null) {
  document.cookie = userId === null ? 'userId=; Path=/; Max-Age=0' : `userId=${userId}; Path=/`;
}

/** Sets the admin whose token the browser keeps. Call it before rendering. */
export const adminIs = (userId: number) => localStorage.setItem(ADMIN_TOKEN_KEY, aToken(userId));

function FocusKeeper() {
  useEffect(() => keepFocus(), []);
  return null;
}

/** Renders `ui` at the address `at` with a store, a router and the toasts; `routes` are further pages that it links to. */
export function renderAt(ui: ReactNode, { at = '/', routes = [] }: { at?: string; routes?: RouteObject[] } = {}) {
  const store = makeStore();
  const shown = (element: ReactNode) => (
    <>
      {element}
      <ToastCorner />
      <FocusKeeper />
    </>
  );
  const router = createMemoryRouter([...routes, { path: '*', element: shown(ui) }], { initialEntries: [at] });
  const user = userEvent.setup();
  const screen = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...screen, store, router, user };
}
