import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isSessionGone } from '#lib/calls/api.ts';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { useDetails } from '#features/session/details-api.ts';
import { loginRequested, useUserId } from '#features/session/session.ts';
import { HomePage } from './HomePage';

/**
 * The home page with the login open. When the login is done or closed, the address becomes the plain home page
 * (docs/product/accounts.md#the-login-modal). The browser may not know that its session has ended, so the server says who is
 * logged in, unless it does not answer.
 */
export function LoginPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useUserId();
  const { data: details, error } = useDetails();
  const loggedIn = userId !== null && (details !== undefined || (error !== undefined && !isSessionGone(error)));
  const open = useAppSelector((state) => state.session.loginOpen);
  const hasOpened = useRef(false);

  useEffect(() => {
    if (userId === null && !hasOpened.current) {
      hasOpened.current = true;
      dispatch(loginRequested());
    } else if (loggedIn || (userId === null && !open)) void navigate(paths.home, { replace: true });
  }, [userId, loggedIn, open, dispatch, navigate]);

  return <HomePage />;
}
