import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/global.css';
import { App } from './app/App';
import { RENDERED_PAGE_ID, takeAnswers, type RenderedPage } from './app/rendered-page';
import { loadPage } from './app/AppRoutes';
import { makeStore } from './app/store';
import { catalogApi } from './features/catalog/api/catalog-api';
import { withRetry } from './lib/loading/with-retry';
import { paths } from './lib/paths';
import { guardMarkup } from './lib/trusted-types';

const LISTING_PAGES: string[] = [paths.home, paths.shop, paths.login];

guardMarkup();
const store = makeStore();

void withRetry(() => import('./lib/layers/keep-window')).then(
  ({ startWindowEffects }) => void startWindowEffects(),
  () => {}, // without it everything works, with less comfort
);

const root = document.getElementById('root') as HTMLElement;
const within = (app: React.ReactNode) => <BrowserRouter>{app}</BrowserRouter>;
const show = () => createRoot(root).render(<App store={store} within={within} />);
const pageJson = document.getElementById(RENDERED_PAGE_ID)?.textContent;
if (pageJson) hydrate(root, JSON.parse(pageJson) as RenderedPage).catch(show); // a failed page says what is missing, and tries again
else {
  // The list starts to load while the page's own code is still loading.
  if (LISTING_PAGES.includes(window.location.pathname) && !window.location.search)
    void store.dispatch(catalogApi.endpoints.searchTracks.initiate(''));
  show();
}

/** Hydrates the page that the server rendered, first for an unknown visitor, as on the server, then for the real one. */
async function hydrate(root: HTMLElement, renderedPage: RenderedPage) {
  await loadPage(renderedPage.page);
  const unknown = makeStore({});
  for (const { dispatch } of [store, unknown]) dispatch(takeAnswers(renderedPage.answers));
  if (renderedPage.anew) return show();
  const serverState = unknown.getState();
  // A transition makes way for the visitor's clicks and keys.
  startTransition(() => {
    hydrateRoot(root, <App store={store} serverState={serverState} rendered={renderedPage} within={within} />);
  });
}
