import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../lib/hooks';
import { loginClosed } from '../../lib/session';
import { Dialog } from '../../ui/Dialog';
import { Tabs } from '../../ui/Tabs';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

/** Login and registration in one modal (spec 1 §2). Leaving a tab unmounts its form, and so clears it; the e-mail address goes along. */
export function AuthModal() {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.session.loginOpen);
  const [tab, setTab] = useState('login');
  const [email, setEmail] = useState('');
  const close = () => dispatch(loginClosed());

  // not with the click on a link: until the next page is there, closing would send /login home (decision 26)
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const left = useEffectEvent(() => open && close());
  useEffect(() => {
    if (pathname !== openedAt) left();
  }, [pathname, openedAt]);

  return (
    <Dialog title={tab === 'login' ? 'Log in' : 'Create an account'} open={open} onOpenChange={close} stays>
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
