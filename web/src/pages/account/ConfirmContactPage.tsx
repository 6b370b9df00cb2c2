import { useParams } from 'react-router-dom';
import { useConfirmContactMutation } from '#features/messages/api/messages-api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { MailLinkFrame } from './MailLinkFrame';

export function ConfirmContactPage() {
  const { token = '' } = useParams();
  const [act, answer] = useConfirmContactMutation();
  return (
    <MailLinkFrame
      heading="Confirm your contact address"
      does="Confirm this address"
      act={() => void act(token)}
      answer={answer}
      next={<ButtonLink to={paths.shop}>To the shop</ButtonLink>}
    >
      Somebody with an account here wants our mails to come to this address too: download links, contracts, news of tracks they
      sent in. If it was not you, close this page: nothing more is sent.
    </MailLinkFrame>
  );
}
