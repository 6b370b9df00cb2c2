import { z } from 'zod';
import { PASSWORD_MAX } from '../constants';
import { codeDigits, line } from './fields';

/** A schema for pasted codes: with spaces, in groups, in capitals. */
const pastedCode = (message: string) =>
  z
    .string({ error: message })
    .max(40, message)
    .transform((text) => codeDigits(text).toLowerCase());

/** A code of an authenticator app: six digits. */
export const oneTimeCode = pastedCode('The code has six digits').pipe(z.string().regex(/^\d{6}$/, 'The code has six digits'));

const TEN = 'A recovery code has ten letters and digits';
const recoveryCode = pastedCode(TEN).pipe(z.string().regex(/^[a-z2-7]{10}$/, TEN));

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+={0,2}$/, 'Must be base64url');

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
};

/** The browser's answer when somebody uses a passkey (WebAuthn, AuthenticationResponseJSON). */
const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: z.string().max(200).nullish(),
  }),
});

/** The browser's answer when somebody makes a passkey (WebAuthn, RegistrationResponseJSON). */
const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

const proof = { code: oneTimeCode.optional(), recoveryCode: recoveryCode.optional(), passkey: passkeyAssertion.optional() };
const isOne = (fields: Partial<Record<keyof typeof proof | 'newPasskey' | 'password', unknown>>) =>
  [fields.code, fields.recoveryCode, fields.passkey, fields.newPasskey, fields.password].filter((field) => field !== undefined)
    .length === 1;
const ONE = { path: ['code'], message: 'Please enter a code, or use a passkey' };

/** The account's own password, asked for again. */
const ownPassword = z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(PASSWORD_MAX);

/** The proof of a second factor: the app's code, a recovery code, or a passkey. Accounts without a factor prove their password. */
export const StepUpForm = z.strictObject({ ...proof, password: ownPassword.optional() }).refine(isOne, ONE);
export type StepUpForm = z.input<typeof StepUpForm>;
export type Proof = Omit<z.output<typeof StepUpForm>, 'password'>;

const challenge = z.string({ error: 'Please log in again.' }).regex(/^[\w-]{43}$/, 'Please log in again.');

export const ChallengeForm = z.strictObject({ challenge });
export const PasskeyLoginForm = z.strictObject({ challenge, passkey: passkeyAssertion });
export type PasskeyLoginForm = z.input<typeof PasskeyLoginForm>;

export const OwnPasswordForm = z.strictObject({ password: ownPassword });
export type OwnPasswordForm = z.input<typeof OwnPasswordForm>;

/** Confirms a request with the password, unless the account has a second factor: that is confirmed instead. */
export const OwnAccountForm = z.strictObject({ password: z.string().max(PASSWORD_MAX).optional() });
export type OwnAccountForm = z.input<typeof OwnAccountForm>;

export const AppCodeForm = z.strictObject({ code: oneTimeCode });
export type AppCodeForm = z.input<typeof AppCodeForm>;

export const NewPasskeyForm = z.strictObject({ name: line(60, 'Please name the passkey'), passkey: passkeyAttestation });
export type NewPasskeyForm = z.input<typeof NewPasskeyForm>;

/** The second step of a login. `newPasskey` is for a login that asks to set up a factor. */
export const SecondStepForm = z.strictObject({ challenge, ...proof, newPasskey: NewPasskeyForm.optional() }).refine(isOne, ONE);
export type SecondStepForm = z.input<typeof SecondStepForm>;
export type SecondProof = Omit<z.output<typeof SecondStepForm>, 'challenge'>;
