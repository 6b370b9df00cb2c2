import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useAppSelector } from '../../lib/hooks';
import { paths } from '../../lib/paths';
import { Part } from '../../ui/feedback/Part';
import { Alive } from '../hosts/Alive';
import { AuthHost } from '../hosts/AuthHost';
import { ErrorBoundary } from '../hosts/ErrorBoundary';
import { Footer } from './footer/Footer';
import { Header } from './header/Header';
import styles from './Layout.module.css';
import { LeavingHost } from '../hosts/LeavingHost';
import { LiveTracks } from '../hosts/LiveTracks';
import { PlayerHost } from '../hosts/PlayerHost';
import { Popups } from '../hosts/Popups';
import { ResumeInterrupted } from '../hosts/ResumeInterrupted';
import { RouteFocus } from '../keepers/RouteFocus';
import { ScrollKeeper } from '../keepers/ScrollKeeper';
import { SessionKeeper } from '../keepers/SessionKeeper';
import { StepUpHost } from '../hosts/StepUpHost';
import { ToastCorner } from '../hosts/ToastCorner';

/** The frame of every public page. It has the `main` element; pages render their sections and their h1. */
export function Layout() {
  const { pathname } = useLocation();
  const hasPlayer = useAppSelector(({ player }) => player.current !== null);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {hasPlayer && (
        <a className={styles.skip} href="#player">
          Skip to player
        </a>
      )}
      <Part place={pathname} instead={<Bare />}>
        <Header />
      </Part>
      <LeavingHost />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
            <Alive />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Part place={pathname} instead={null}>
        <Footer />
      </Part>
      <PlayerHost />
      <AuthHost />
      <StepUpHost />
      <Popups />
      <LiveTracks />
      <SessionKeeper />
      <ResumeInterrupted />
      <RouteFocus />
      <ScrollKeeper />
      <ToastCorner />
    </>
  );
}

/** The header when the real one breaks: only the link home. */
const Bare = () => (
  <p className="wrap">
    <Link to={paths.home}>Home</Link>
  </p>
);

const PageLoading = () => (
  <p className="visually-hidden" role="status">
    Loading
  </p>
);
