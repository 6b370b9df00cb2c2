import type { PasskeyLoginForm, NewPasskeyForm } from '@shop/contracts/forms';

type Library = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Whether this browser can hold passkeys at all. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Uses a passkey through the browser; null when the user gives up or has none. */
export async function takePasskey(options: object): Promise<PasskeyLoginForm['passkey'] | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await startAuthentication({ optionsJSON: options as RequestOptions }).catch(() => null);
  return answer as PasskeyLoginForm['passkey'] | null;
}

/** Makes a passkey through the browser; null when the user gives up, or the device has one already. */
export async function makePasskey(options: object): Promise<NewPasskeyForm['passkey'] | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await startRegistration({ optionsJSON: options as CreationOptions }).catch(() => null);
  return answer as NewPasskeyForm['passkey'] | null;
}
