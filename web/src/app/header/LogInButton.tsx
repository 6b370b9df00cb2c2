import { useAppDispatch } from '../../lib/hooks';
import { loginRequested } from '../../lib/session';
import { Button } from '../../ui/Button';
import { loadAuthModal } from '../load-auth-modal';

export function LogInButton() {
  const dispatch = useAppDispatch();
  return (
    <Button
      size="s"
      onPointerEnter={() => void loadAuthModal()}
      onFocus={() => void loadAuthModal()}
      onClick={() => dispatch(loginRequested())}
    >
      Log In
    </Button>
  );
}
