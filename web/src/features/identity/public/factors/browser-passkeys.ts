import type { PasskeyLoginForm, NewPasskeyForm } from '@shop/contracts/forms';
import { withRetry } from '#lib/loading/with-retry.ts';
import { toast } from '#lib/toast.ts';

type Library = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** The library; null, after a message, when it cannot be loaded. */
const library = () =>
  withRetry(() => import('@simplewebauthn/browser')).catch(() => {
    toast.error('Passkeys could not be loaded. Please check your connection and try again.');
    return null;
  });

/** Uses a passkey through the browser; null when the user gives up or has none, or the library cannot be loaded. */
export async function takePasskey(options: object): Promise<PasskeyLoginForm['passkey'] | null> {
  const passkeys = await library();
  const answer = await passkeys?.startAuthentication({ optionsJSON: options as RequestOptions }).catch(() => null);
  return (answer ?? null) as PasskeyLoginForm['passkey'] | null;
}

/** Makes a passkey; null when the user gives up, the device has one already, or the library cannot be loaded. */
export async function makePasskey(options: object): Promise<NewPasskeyForm['passkey'] | null> {
  const passkeys = await library();
  const answer = await passkeys?.startRegistration({ optionsJSON: options as CreationOptions }).catch(() => null);
  return (answer ?? null) as NewPasskeyForm['passkey'] | null;
}
