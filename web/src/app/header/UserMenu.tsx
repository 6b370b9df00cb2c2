import { ChevronDown, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLogoutMutation } from '../../features/identity/identityApi';
import { isApiError } from '../../lib/api';
import { useAppDispatch } from '../../lib/hooks';
import { paths } from '../../lib/paths';
import { endSession } from '../../lib/session';
import { toast } from '../../lib/toast';
import { useDismiss } from '../../lib/use-dismiss';
import styles from './UserMenu.module.css';

/** Who is logged in, with the way to the account and out (spec 1 §2). */
export function UserMenu({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  const [logout, { isLoading }] = useLogoutMutation();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismiss(area, open, () => {
    setOpen(false);
    if (area.current?.contains(document.activeElement)) button.current?.focus();
  });

  const logOut = async () => {
    const { error } = await logout();
    // while the server still holds the session, saying "logged out" would be a lie
    if (isApiError(error) && (typeof error.status === 'string' || error.status >= 500))
      return toast.error('You could not be logged out. Please try again.');
    dispatch(endSession());
  };

  return (
    <div ref={area} className={styles.area}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <UserRound size={20} aria-hidden />
        <span className={styles.name}>{name}</span>
        <ChevronDown size={16} aria-hidden className={styles.arrow} />
      </button>
      {open && (
        <div id="user-menu" className={styles.menu}>
          <p className={styles.greeting}>{name}</p>
          <Link to={paths.account} onClick={() => setOpen(false)}>
            My Account
          </Link>
          <button type="button" disabled={isLoading} onClick={() => void logOut()}>
            Log Out
          </button>
        </div>
      )}
    </div>
  );
}
