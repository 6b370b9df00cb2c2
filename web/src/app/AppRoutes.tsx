import { LEADS_TO, NOWHERE, PAGE_NAMES, PAGES, type PageName } from '@shop/contracts/pages';
import { Suspense, useState, useSyncExternalStore, useLayoutEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { lazyWithRetry, loading, pageNavigation } from '#lib/loading/lazy-with-retry.tsx';
import { HeadOf } from '#lib/site/HeadOf.tsx';
import { reloadIntoRelease } from '#lib/loading/release.ts';
import { AccountEffect } from './effects/AccountEffect';
import { Layout } from './layout/Layout';
import { PAGE_CHUNKS } from './page-chunks';
import styles from './LoadingBar.module.css';

const aPage = { isPage: true };
const AdminRoutes = lazyWithRetry(PAGE_CHUNKS.admin, aPage);
const NotFoundPage = lazyWithRetry(async () => (await import('#pages/storefront/NotFoundPage.tsx')).NotFoundPage, aPage);
type PublicName = Exclude<PageName, 'admin'>;
const PUBLIC = new Map(
  PAGE_NAMES.filter((name) => name !== 'admin').map((name) => [name, lazyWithRetry(PAGE_CHUNKS[name], aPage)]),
);
const ROUTES = [...PUBLIC].map(([name, Page]) => (
  <Route
    key={name}
    path={PAGES[name]}
    element={
      <>
        <HeadOf page={name} />
        <Page />
      </>
    }
  />
));
const LEADING = Object.entries(LEADS_TO).map(([address, name]) => (
  <Route key={address} path={address} element={<Navigate to={PAGES[name]} replace />} />
));

/** Loads the code of a page before it is rendered. `notFound` is the page for an unknown address. */
export const loadPage = (name: PageName | 'notFound') => (PUBLIC.get(name as PublicName) ?? NotFoundPage).arrive();

/**
 * The declarative router has half the bytes of the data router, which is not needed, because the data come from the query cache.
 * `missing`: the server found nothing at the first address, so the first page is the one for unknown addresses.
 */
export function AppRoutes({ missing = false }: { missing?: boolean }) {
  const location = useLocation();
  const [missingAt] = useState(missing ? location.pathname : null);
  return (
    <>
      <LoadingBar />
      <PageEffect />
      <Routes location={location.pathname === missingAt ? NOWHERE : location}>
        <Route
          path={PAGES.admin}
          element={
            <Suspense>
              <AdminRoutes />
            </Suspense>
          }
        />
        <Route element={<Layout />}>
          {ROUTES}
          {LEADING}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
      <AccountEffect />
    </>
  );
}

/** Shows at the top of the window while the code of a page or a dialog is loading. The old page stays until then. */
function LoadingBar() {
  const busy = useSyncExternalStore(loading.subscribe, loading.get, () => false);
  return busy ? <div className={styles.bar} role="progressbar" aria-label="Loading" /> : null;
}

/**
 * Says which page is on the screen. When a chunk of an older release can no longer be loaded, the next navigation reloads the page from
 * the new release.
 */
function PageEffect() {
  const location = useLocation();
  const last = useRef(location.pathname);
  useLayoutEffect(() => {
    pageNavigation.onShown(location.key);
    if (last.current === location.pathname) return;
    last.current = location.pathname;
    reloadIntoRelease();
  }, [location]);
  return null;
}
