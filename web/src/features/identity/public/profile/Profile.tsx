import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { useIsKept } from '#features/session/use-kept-form.ts';
import { Button } from '#ui/action/Button.tsx';
import { PendingEmail } from './PendingEmail';
import { ProfileForm } from './ProfileForm';
import styles from './ProfileView.module.css';

/** The profile, to view and to edit. Cancel restores the old values, because the form has only a copy of them. */
export function Profile({ user, pendingEmail }: { user: UserView; pendingEmail: string | null }) {
  const [editing, setEditing] = useState(useIsKept('profile'));
  if (editing) return <ProfileForm user={user} onDone={() => setEditing(false)} />;
  return (
    <div className={styles.view}>
      <ProfileView user={user} />
      {pendingEmail && <PendingEmail userId={user.id} email={pendingEmail} />}
      <Button onClick={() => setEditing(true)}>Edit profile</Button>
    </div>
  );
}

function ProfileView({ user }: { user: UserView }) {
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
