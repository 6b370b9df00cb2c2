import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/global.css';
import { ErrorBoundary } from './app/hosts/ErrorBoundary';
import { AppRoutes } from './app/router';
import { makeStore } from './app/store';
import { catalogApi } from './features/catalog/api/catalog-api';
import { paths } from './lib/paths';
import { persistently } from './lib/loading/persistently';
import { guardMarkup } from './lib/trusted-types';

const LISTING_PAGES: string[] = [paths.home, paths.shop, paths.login];

guardMarkup();
const store = makeStore();
// asks for the list already while the page's own code is loading
if (LISTING_PAGES.includes(window.location.pathname) && !window.location.search)
  void store.dispatch(catalogApi.endpoints.searchTracks.initiate(''));

void persistently(() => import('./lib/layers/focus-keeper')).then(
  ({ keepFocus }) => keepFocus(),
  () => {}, // without it everything still works, with less comfort
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <ErrorBoundary place="">
          <AppRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
