import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { loginClosed } from '#features/session/session.ts';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Tabs } from '#ui/display/Tabs.tsx';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

/**
 * Login and registration in one modal (docs/product/accounts.md#the-login-modal). Leaving a tab unmounts and so clears its form,
 * except for the e-mail address, which the other tab takes over.
 */
export function AuthModal() {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.session.loginOpen);
  const [tab, setTab] = useState('login');
  const [email, setEmail] = useState('');
  const close = () => dispatch(loginClosed());

  // A click on a link leaves the modal open until the page changes: on /login, closing the modal would lead home first.
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const closeOnLeave = useEffectEvent(() => open && close());
  useEffect(() => {
    if (pathname !== openedAt) closeOnLeave();
  }, [pathname, openedAt]);

  return (
    <Dialog
      title={tab === 'login' ? 'Log in' : 'Create an account'}
      open={open}
      onOpenChange={close}
      stays
      page={openedAt === paths.login}
    >
      <Tabs
        label="Login or register"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'login', label: 'Login', content: <LoginForm email={email} onEmail={setEmail} /> },
          { value: 'register', label: 'Register', content: <RegisterForm email={email} onEmail={setEmail} /> },
        ]}
      />
    </Dialog>
  );
}
