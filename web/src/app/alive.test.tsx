import { render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { aConfig } from '#testing/answers.ts';
import { stubServer } from '#testing/stub-server.ts';
import { App } from './App';
import { loadPage } from './AppRoutes';
import { ErrorBoundary } from './mounts/ErrorBoundary';
import { makeStore } from './store';

const within = (app: React.ReactNode) => <MemoryRouter initialEntries={['/faq']}>{app}</MemoryRouter>;
const anApp = () => {
  const store = makeStore({});
  return <App store={store} serverState={store.getState()} within={within} />;
};
/** React keeps its own record at every element that it has hydrated. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));

test('the kept clicks are handed over once React has hydrated the page, and not only its frame', async () => {
  stubServer({ 'GET /api/config': { body: aConfig() }, 'GET /api/announcements/active': { body: [] } });
  await loadPage('faq');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(anApp());
  const heading = screen.getByRole('heading', { level: 1 });
  expect(isHydrated(heading)).toBe(false);
  const hydratedThen: boolean[] = [];
  window.addEventListener('shop-alive', () => hydratedThen.push(isHydrated(heading)));
  render(anApp(), { container, hydrate: true });
  await waitFor(() => expect(hydratedThen).not.toEqual([]));
  expect(hydratedThen).not.toContain(false);
  expect(heading).toBeInTheDocument();
});

test('they are handed over as well where the page breaks, because its header and its remedies need clicks', () => {
  jest.spyOn(console, 'error').mockImplementation(); // React and the boundary tell of the error
  const alive = jest.fn();
  window.addEventListener('shop-alive', alive);
  const Broken = () => {
    throw new Error('broken');
  };
  const store = makeStore({});
  render(
    <App
      store={store}
      within={() =>
        within(
          <ErrorBoundary place="">
            <Broken />
          </ErrorBoundary>,
        )
      }
    />,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible();
  expect(alive).toHaveBeenCalled();
});
