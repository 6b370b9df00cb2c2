import { ButtonLink } from '#ui/action/Button.tsx';
import { paths } from '#lib/paths.ts';
import styles from './Banner.module.css';

export function SoldOnceBanner() {
  return (
    <section className={styles.signal}>
      <div className={`wrap ${styles.banner}`}>
        <h2>Sold once, then gone for good</h2>
        <div className={styles.words}>
          <p>
            There is one copy of each track. When you buy it, it leaves the shop: nobody else will play it, sign it or release it.
            The contract with your name on it comes with the files.
          </p>
          <ButtonLink variant="onSignal" to={paths.shop}>
            See what is left
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
