import { useEffect } from 'react';
import { PageHead } from '#lib/site/PageHead.tsx';
import { NotLoaded } from '#lib/loading/with-retry.ts';
import { paths } from '#lib/paths.ts';
import { reloadIntoRelease } from '#lib/loading/release.ts';
import { Button } from '#ui/action/Button.tsx';
import styles from './MessagePage.module.css';

/** Shown in place of a page that broke. If the page belongs to an older release, it is loaded from the new one. */
export function ErrorPage({ error, again }: { error: unknown; again: () => void }) {
  const missing = error instanceof NotLoaded;
  useEffect(() => {
    if (missing) reloadIntoRelease();
  }, [missing]);
  return (
    <section className={`wrap ${styles.page}`} role="alert">
      <PageHead title="Something went wrong" description="This page could not be shown." />
      <h1>{missing ? 'The shop could not load this page' : 'Something went wrong here'}</h1>
      <p className="muted">
        {missing
          ? 'The connection broke off, or the shop was just updated. It is tried again when you are back online.'
          : 'That is our fault, not yours. Your cart and your orders are safe. Please load the page again.'}
      </p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => (missing ? again() : window.location.reload())}>
          {missing ? 'Try Again' : 'Load again'}
        </Button>
        <Button onClick={() => window.location.assign(paths.home)}>Return to Homepage</Button>
      </div>
    </section>
  );
}
