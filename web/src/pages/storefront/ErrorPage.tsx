import { PageHead } from '../../lib/PageHead';
import { Button } from '../../ui/Button';
import styles from './MessagePage.module.css';

/** A new release takes the old chunks away: who had the page open must load it anew. */
const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);

/** What a visitor sees instead of a page that broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const updated = isMissingChunk(error);
  return (
    <section className={`wrap ${styles.page}`} role="alert">
      <PageHead title="Something went wrong" description="This page could not be shown." />
      <h1>{updated ? 'The shop could not load this page' : 'Something went wrong here'}</h1>
      <p className="muted">
        {updated
          ? 'The connection broke off, or the shop has been updated meanwhile. Loading the page again helps.'
          : 'That is our fault, not yours. Your cart and your orders are safe. Please load the page again.'}
      </p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load Again
        </Button>
        <Button onClick={() => window.location.assign('/')}>Return to Homepage</Button>
      </div>
    </section>
  );
}
