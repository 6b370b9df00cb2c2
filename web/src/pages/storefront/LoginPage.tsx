import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../lib/hooks';
import { paths } from '../../lib/paths';
import { loginRequested, useUserId } from '../../features/session/session';
import { HomePage } from './HomePage';

/** Home with the login open; once it is done or closed, this is plain home (docs/product/accounts.md#the-login-modal). */
export function LoginPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useUserId();
  const open = useAppSelector((state) => state.session.loginOpen);
  const opened = useRef(false);

  useEffect(() => {
    if (userId === null && !opened.current) {
      opened.current = true;
      dispatch(loginRequested());
    } else if (userId !== null || !open) void navigate(paths.home, { replace: true });
  }, [userId, open, dispatch, navigate]);

  return <HomePage />;
}
