import type { UserView } from '@shop/contracts/views';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { ProfileForm } from './ProfileForm';
import { ProfileView } from './ProfileView';
import styles from './ProfileView.module.css';

/** The profile to look at, and to edit; Cancel brings the old values back, for the form was only a copy of them. */
export function Profile({ user }: { user: UserView }) {
  const [editing, setEditing] = useState(false);
  if (editing) return <ProfileForm user={user} onDone={() => setEditing(false)} />;
  return (
    <div className={styles.view}>
      <ProfileView user={user} />
      <Button onClick={() => setEditing(true)}>Edit Profile</Button>
    </div>
  );
}
