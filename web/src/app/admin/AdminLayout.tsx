import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { close } from '#features/player/public/playback.ts';
import { useRoleIsAwaited } from '#features/session/admin-role.ts';
import { useAdminToken } from '#lib/calls/admin-session.ts';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { PAGE_ROWS } from '#lib/use-list-params.ts';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ErrorBoundary } from '../mounts/ErrorBoundary';
import { RouteFocus } from '../effects/RouteFocus';
import { ScrollEffect } from '../effects/ScrollEffect';
import { StepUpMount } from '../mounts/StepUpMount';
import { ToastCorner } from '../mounts/ToastCorner';
import styles from './AdminLayout.module.css';
import { Sidebar } from './Sidebar';

/**
 * The guard and the frame of every page of the administration. The services check rights, not this component
 * (docs/product/administration.md#logging-in-as-an-admin).
 */
export function AdminLayout() {
  const token = useAdminToken();
  const hasExpired = useAppSelector((state) => state.adminSession.hasExpired);
  // Somebody who logs out here knows that they have no token any more.
  const [cameWithout] = useState(!token);
  const isRoleAwaited = useRoleIsAwaited();
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  // The administration has no player, and a recording that an admin plays in a list must not sound over a track of the shop.
  useEffect(() => dispatch(close()), [dispatch]);
  if (!token) {
    const state = { from: pathname + search, tokenMissing: cameWithout || hasExpired };
    return <Navigate to={paths.admin.login} replace state={state} />;
  }
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Sidebar />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageLoading />}>{isRoleAwaited ? <PageLoading /> : <Outlet />}</Suspense>
        </ErrorBoundary>
      </main>
      <StepUpMount />
      <RouteFocus />
      <ScrollEffect />
      <ToastCorner closesAfter={3000} />
    </div>
  );
}

/** The title, the tools and the rows or fields of a page whose code is not there yet. */
function PageLoading() {
  const { pathname } = useLocation();
  return (
    <div className={styles.waiting}>
      <p className="visually-hidden" role="status">
        Loading…
      </p>
      <Skeleton width="min(240px, 60%)" height="32px" />
      {/\/(new|edit)\b/.test(pathname) ? (
        <FormSkeleton />
      ) : (
        <>
          <Skeleton width="min(400px, 100%)" height="40px" />
          <div className={styles.rows}>
            {Array.from({ length: PAGE_ROWS }, (_, row) => (
              <Skeleton key={row} width={`${60 + ((row * 17) % 40)}%`} height="16px" />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
