import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { loginRequested } from './session';

/** Opens the login. It stands in place of content for logged-in users. */
export function LogIn({ size, variant }: { size?: 's'; variant?: 'primary' }) {
  const dispatch = useAppDispatch();
  return (
    <Button size={size} variant={variant} onClick={() => dispatch(loginRequested())}>
      Log In
    </Button>
  );
}

/** The text of a page that needs an account, with a button for the login. */
export const LogInFirst = ({ title }: { title: string }) => <EmptyState title={title} action={<LogIn variant="primary" />} />;
