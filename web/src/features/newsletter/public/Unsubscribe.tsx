import { useEffect } from 'react';
import { useUnsubscribeMutation } from '../api/newsletter-api';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';

/** Unsubscribes at once and shows the result (docs/product/newsletter.md#unsubscribing). */
export function Unsubscribe({ token }: { token: string | undefined }) {
  const [unsubscribe, { data, error }] = useUnsubscribeMutation();
  useEffect(() => {
    if (token) void unsubscribe(token);
  }, [token, unsubscribe]);

  const isUnsubscribed = data?.success === true;
  const refusal = data?.success === false ? data : undefined;
  const failure = token ? (error || refusal) && failureText(error, refusal?.error) : MISSING_TOKEN;
  return (
    <>
      {!isUnsubscribed && !failure && (
        <>
          <Spinner />
          <h1>Processing your request...</h1>
        </>
      )}
      {isUnsubscribed && (
        <>
          <h1>Unsubscribed successfully!</h1>
          <p className="muted">No newsletter comes to you any more. You can subscribe again whenever you like.</p>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </>
      )}
      {failure && (
        <>
          <h1>{failure}</h1>
          <p className="muted">Please open the link of the newest mail once more, or write to us.</p>
          <ButtonLink to={paths.contact}>Contact</ButtonLink>
        </>
      )}
    </>
  );
}

const MISSING_TOKEN = 'Invalid unsubscribe link: missing token';

function failureText(error: unknown, serverText: string | undefined): string {
  if (isApiError(error) && (error.status === 'NETWORK' || error.status === 'TIMEOUT'))
    return 'Network error. Please check your connection.';
  return serverText ?? errorText(error, 'Failed to unsubscribe.');
}
