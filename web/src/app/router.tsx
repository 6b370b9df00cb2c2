import { LEADS_TO, PAGE_NAMES, PAGES, type PageName } from '@shop/contracts/pages';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { lazily } from '../lib/loading/lazily';
import { HeadOf } from '../lib/site/HeadOf';
import { ReleaseKeeper } from './keepers/ReleaseKeeper';
import { Layout } from './layout/Layout';
import { LoadingBar } from './LoadingBar';
import { PAGE_CHUNKS } from './page-chunks';

const routeOf = (name: PageName) => {
  const Page = lazily(PAGE_CHUNKS[name]);
  return (
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
  );
};
const AdminRoutes = lazily(PAGE_CHUNKS.admin);
const PUBLIC = PAGE_NAMES.filter((name) => name !== 'admin').map(routeOf);
const LEADING = Object.entries(LEADS_TO).map(([address, name]) => (
  <Route key={address} path={address} element={<Navigate to={PAGES[name]} replace />} />
));
const NotFoundPage = lazily(async () => (await import('../pages/storefront/NotFoundPage')).NotFoundPage);

/**
 * Every page of the registry, each in a chunk of its own. The declarative router has half the bytes of the data router, which is not
 * needed because data come from the query cache.
 */
export function AppRoutes() {
  return (
    <>
      <LoadingBar />
      <ReleaseKeeper />
      <Routes>
        <Route
          path={PAGES.admin}
          element={
            <Suspense>
              <AdminRoutes />
            </Suspense>
          }
        />
        <Route element={<Layout />}>
          {PUBLIC}
          {LEADING}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </>
  );
}
