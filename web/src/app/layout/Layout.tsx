import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { AuthMount } from '../mounts/AuthMount';
import { ErrorBoundary, Alive } from '../mounts/ErrorBoundary';
import { Footer } from './footer/Footer';
import { Header } from './header/Header';
import styles from './Layout.module.css';
import { LeavingMount } from '../mounts/LeavingMount';
import { LiveTracks } from '../mounts/LiveTracks';
import { PlayerMount } from '../mounts/PlayerMount';
import { Popups } from '../mounts/Popups';
import { ResumeInterrupted } from '../mounts/ResumeInterrupted';
import { RouteFocus } from '../effects/RouteFocus';
import { ScrollEffect } from '../effects/ScrollEffect';
import { SessionEffect } from '../effects/SessionEffect';
import { StepUpMount } from '../mounts/StepUpMount';
import { ToastCorner } from '../mounts/ToastCorner';

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
      <SectionBoundary place={pathname} instead={<Bare />}>
        <Header />
      </SectionBoundary>
      <LeavingMount />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
            <Alive />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SectionBoundary place={pathname} instead={null}>
        <Footer />
      </SectionBoundary>
      <PlayerMount />
      <AuthMount />
      <StepUpMount />
      <Popups />
      <LiveTracks />
      <SessionEffect />
      <ResumeInterrupted />
      <RouteFocus />
      <ScrollEffect />
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
