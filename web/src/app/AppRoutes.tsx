import { LEADS_TO, NOWHERE, PAGE_NAMES, PAGES, type PageName } from '@shop/contracts/pages';
import { Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { lazily } from '../lib/loading/lazily';
import { HeadOf } from '../lib/site/HeadOf';
import { AccountKeeper } from './keepers/AccountKeeper';
import { ReleaseKeeper } from './keepers/ReleaseKeeper';
import { Layout } from './layout/Layout';
import { LoadingBar } from './LoadingBar';
import { PAGE_CHUNKS } from './page-chunks';

const AdminRoutes = lazily(PAGE_CHUNKS.admin);
const NotFoundPage = lazily(async () => (await import('../pages/storefront/NotFoundPage')).NotFoundPage);
type PublicName = Exclude<PageName, 'admin'>;
const PUBLIC = new Map(PAGE_NAMES.filter((name) => name !== 'admin').map((name) => [name, lazily(PAGE_CHUNKS[name])]));
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
      <ReleaseKeeper />
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
      <AccountKeeper />
    </>
  );
}
