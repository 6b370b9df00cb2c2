import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { AuthHost } from './AuthHost';
import { Footer } from './footer/Footer';
import { Header } from './header/Header';
import styles from './Layout.module.css';
import { PlayerHost } from './PlayerHost';
import { ResumeInterrupted } from './ResumeInterrupted';
import { RouteFocus } from './RouteFocus';
import { SessionKeeper } from './SessionKeeper';
import { ToastCorner } from './ToastCorner';

/** What every page stands in. `main` is here: pages render their sections and their h1. */
export function Layout() {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <PlayerHost />
      <AuthHost />
      <SessionKeeper />
      <ResumeInterrupted />
      <RouteFocus />
      <ScrollRestoration />
      <ToastCorner />
    </>
  );
}
