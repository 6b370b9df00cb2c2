import { useAppDispatch } from '#lib/hooks.ts';
import { loginRequested } from '#features/session/session.ts';
import { Button } from '#ui/action/Button.tsx';
import { loadAuthModal } from '../../mounts/load-auth-modal';

const near = () => void loadAuthModal().catch(() => {}); // loads ahead of the click, which loads it again after a failure

export function LogInButton() {
  const dispatch = useAppDispatch();
  return (
    <Button size="s" onPointerEnter={near} onFocus={near} onClick={() => dispatch(loginRequested())}>
      Log In
    </Button>
  );
}
