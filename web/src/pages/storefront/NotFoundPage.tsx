import { PageHead } from '#lib/site/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import styles from './MessagePage.module.css';

export function NotFoundPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <PageHead title="Page not found" description="There is no page at this address." />
      <p className={`mono ${styles.code}`}>404</p>
      <h1>Oops! Page Not Found</h1>
      <p className="muted">There is nothing at this address. It may have moved, or the track has left the catalogue.</p>
      <ButtonLink variant="primary" to={paths.home}>
        Return to Homepage
      </ButtonLink>
    </section>
  );
}
