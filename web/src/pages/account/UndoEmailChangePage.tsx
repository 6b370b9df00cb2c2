import { useParams } from 'react-router-dom';
import { useUndoEmailChangeMutation } from '#features/identity/api/identity-api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { MailLinkFrame } from './MailLinkFrame';

export function UndoEmailChangePage() {
  const { token = '' } = useParams();
  const [act, answer] = useUndoEmailChangeMutation();
  return (
    <MailLinkFrame
      heading="Take your old address back"
      does="Undo the change"
      act={() => void act(token)}
      answer={answer}
      next={<ButtonLink to={paths.home}>To the shop</ButtonLink>}
    >
      If it was not you who changed it: your old address holds again, everybody is logged out, and we send you a link to choose a
      new password.
    </MailLinkFrame>
  );
}
