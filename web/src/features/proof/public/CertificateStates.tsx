import { ButtonLink } from '#ui/action/Button.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { paths } from '#lib/paths.ts';
import styles from './Certificate.module.css';
import { EnterCode } from './EnterCode';

export const CertificateSkeleton = () => (
  <div className={`wrap ${styles.page}`}>
    <div className={styles.head}>
      <div className={styles.round}>
        <Skeleton height="min(240px, 60vw)" />
      </div>
      <div className={styles.words}>
        <Skeleton width="160px" height="16px" />
        <Skeleton width="min(420px, 80%)" height="44px" />
        <Skeleton width="200px" height="24px" />
        <Skeleton width="300px" height="16px" />
      </div>
    </div>
    <div className={styles.columns}>
      {['320px', '420px'].map((height) => (
        <div key={height} className={styles.section}>
          <Skeleton width="220px" height="24px" />
          <Skeleton height={height} />
        </div>
      ))}
    </div>
  </div>
);

export const NoCertificate = () => (
  <section className={`wrap ${styles.page}`}>
    <div className={styles.section}>
      <h1>No certificate has this code</h1>
      <p className="muted">Compare it with the contract, letter by letter. Somebody may also have made it up.</p>
    </div>
    <EnterCode />
    <p>
      <ButtonLink size="s" to={paths.salesLog}>
        See the sales log
      </ButtonLink>
    </p>
  </section>
);

/** The page asks again by itself until the sale is in the log. */
export const CertificateSoon = () => (
  <section className={`wrap ${styles.page}`}>
    <div className={styles.section}>
      <h1>Almost there</h1>
      <p role="status">
        <Spinner /> <span>The sale is a few seconds old. Its certificate appears here as soon as the log has it.</span>
      </p>
    </div>
  </section>
);
