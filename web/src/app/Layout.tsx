import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { Part } from '../ui/Part';
import { AuthHost } from './AuthHost';
import { ErrorBoundary } from './ErrorBoundary';
import { Footer } from './footer/Footer';
import { Header } from './header/Header';
import styles from './Layout.module.css';
import { LiveTracks } from './LiveTracks';
import { PlayerHost } from './PlayerHost';
import { Popups } from './Popups';
import { ResumeInterrupted } from './ResumeInterrupted';
import { RouteFocus } from './RouteFocus';
import { ScrollKeeper } from './ScrollKeeper';
import { SessionKeeper } from './SessionKeeper';
import { StepUpHost } from './StepUpHost';
import { ToastCorner } from './ToastCorner';

/** What every page stands in. `main` is here: pages render their sections and their h1. */
export function Layout() {
  const { pathname } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Part place={pathname} instead={<Bare />}>
        <Header />
      </Part>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
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

/** The header when it breaks: the way home. */
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
