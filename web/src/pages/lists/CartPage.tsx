import { CartContents } from './CartContents';
import styles from '../parts/AccountPages.module.css';

export function CartPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <h1>Your Shopping Cart</h1>
      <CartContents />
    </section>
  );
}
