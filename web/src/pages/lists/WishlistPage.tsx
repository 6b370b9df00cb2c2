import styles from '../parts/AccountPages.module.css';
import { WishlistContents } from './WishlistContents';

export function WishlistPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <h1>Wishlist</h1>
      <WishlistContents />
    </section>
  );
}
