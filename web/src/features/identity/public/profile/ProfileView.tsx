import type { UserView } from '@shop/contracts/views';
import styles from './ProfileView.module.css';

export function ProfileView({ user }: { user: UserView }) {
  return (
    <dl className={styles.profile}>
      {[
        ['Name', user.name],
        ['Last Name', user.last_name],
        ['Email', user.email],
        ['Country', user.country],
      ].map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
