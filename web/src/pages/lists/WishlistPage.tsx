import { PageHead } from '../../lib/site/PageHead';
import styles from '../parts/AccountPages.module.css';
import { WishlistContents } from './WishlistContents';

export function WishlistPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <PageHead title="Wishlist" description="The tracks you keep an eye on." />
      <h1>Wishlist</h1>
      <WishlistContents />
    </section>
  );
}
