import { useParams, useSearchParams } from 'react-router-dom';
import { useConfirmEmailMutation } from '#features/identity/api/identity-api.ts';
import { useConfirmPaypalMutation } from '#features/sellers/api/sellers-api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { MailLinkFrame } from './MailLinkFrame';

/** The page of the links that confirm an address: an account's, and with `?for=paypal` the one that a store is paid to. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  return search.get('for') === 'paypal' ? <PaypalAddress token={token} /> : <AccountAddress token={token} />;
}

function AccountAddress({ token }: { token: string }) {
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

function PaypalAddress({ token }: { token: string }) {
  const [act, answer] = useConfirmPaypalMutation();
  return (
    <MailLinkFrame
      heading="Confirm your PayPal address"
      does="Confirm this address"
      act={() => void act(token)}
      answer={answer}
      next={<ButtonLink to={paths.accountTab('seller')}>To my dashboard</ButtonLink>}
    >
      From then on your sales are paid to this address by PayPal. Confirm it only if you sell here.
    </MailLinkFrame>
  );
}
