import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { makeStore } from '#app/store.ts';
import { ToastCorner } from '#app/mounts/ToastCorner.tsx';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { startWindowEffects } from '#lib/layers/keep-window.ts';
import { aToken } from './a-user';

/** Sets the logged-in user of the browser; null for a visitor. Call it before rendering. */
export function signedInAs(userId: number | null) {
  document.cookie = userId === null ? 'userId=; Path=/; Max-Age=0' : `userId=${userId}; Path=/`;
}

/** Sets the admin whose token the browser keeps. Call it before rendering. */
export const adminIs = (userId: number) => localStorage.setItem(ADMIN_TOKEN_KEY, aToken(userId));

function WindowKeeper() {
  useEffect(() => startWindowEffects(), []);
  return null;
}

type Surroundings = { at?: string; routes?: RouteObject[]; corner?: boolean };

/**
 * Renders `ui` at the address `at` with a store, a router and the toasts. `routes` are further pages that it links to. Without
 * `corner`, toasts appear only where `ui` itself shows them.
 */
export function renderAt(ui: ReactNode, { at = '/', routes = [], corner = true }: Surroundings = {}) {
  const store = makeStore();
  const wrapped = (element: ReactNode) => (
    <>
      {element}
      {corner && <ToastCorner />}
      <WindowKeeper />
    </>
  );
  const router = createMemoryRouter([...routes, { path: '*', element: wrapped(ui) }], { initialEntries: [at] });
  const user = userEvent.setup();
  const screen = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...screen, store, router, user };
}
