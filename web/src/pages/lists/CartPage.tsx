import { PageHead } from '../../lib/site/PageHead';
import { CartContents } from './CartContents';
import styles from '../parts/AccountPages.module.css';

export function CartPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <PageHead title="Your Shopping Cart" description="The tracks you are about to buy." />
      <h1>Your Shopping Cart</h1>
      <CartContents />
    </section>
  );
}
