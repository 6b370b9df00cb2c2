import { useParams } from 'react-router-dom';
import { useConfirmEmailMutation } from '#features/identity/api/identity-api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { MailLinkFrame } from './MailLinkFrame';

export function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const [act, answer] = useConfirmEmailMutation();
  return (
    <MailLinkFrame
      heading="Confirm your new e-mail address"
      does="Confirm this address"
      act={() => void act(token)}
      answer={answer}
      next={<ButtonLink to={paths.accountTab('profile')}>To my account</ButtonLink>}
    >
      From then on you log in with this address, and your other sessions end.
    </MailLinkFrame>
  );
}
