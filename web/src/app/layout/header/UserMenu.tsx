import { ChevronDown, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLogoutMutation } from '#features/identity/api/identity-api.ts';
import { isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { toast } from '#lib/toast.ts';
import { useBackCloses } from '#lib/layers/use-back-closes.ts';
import { useDismiss } from '#lib/layers/use-dismiss.ts';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import styles from './UserMenu.module.css';

export function UserMenu({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  const [logout, { isLoading }] = useLogoutMutation();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    if (area.current?.contains(document.activeElement)) button.current?.focus();
  };
  useDismiss(area, open, close);
  useBackCloses(open, close);

  const logOut = async () => {
    const { error } = await logout();
    // The server still holds the session, so "logged out" would be wrong.
    if (isApiError(error) && (typeof error.status === 'string' || error.status >= 500))
      return toast.error('You could not be logged out. Please try again.');
    dispatch(leaveSession());
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
        <ClippedText className={styles.name}>{name}</ClippedText>
        <ChevronDown size={16} aria-hidden className={styles.arrow} />
      </button>
      {open && (
        <div id="user-menu" className={styles.menu}>
          <p className={styles.greeting} dir="auto">
            {name}
          </p>
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
