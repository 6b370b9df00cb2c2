import { z } from 'zod';
import { SessionView } from './identity';
import { at } from './shared';

/** A credential in the form of browsers' WebAuthn calls, with that specification's names. */
const credential = z.strictObject({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});
const verification = z.enum(['required', 'preferred', 'discouraged']).optional();

/** The options with which the browser uses a passkey: WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
const PasskeyRequestView = z
  .strictObject({
    rpId: z.string().optional(),
    challenge: z.string(),
    allowCredentials: z.array(credential).optional(),
    timeout: z.number().optional(),
    userVerification: verification,
  })
  .meta({ id: 'PasskeyRequest' });

/** The options with which the browser makes a passkey: WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyCreationView = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ name: z.string(), id: z.string().optional() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.number().optional(),
    attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
    excludeCredentials: z.array(credential).optional(),
    authenticatorSelection: z
      .strictObject({
        authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
        residentKey: verification,
        requireResidentKey: z.boolean().optional(),
        userVerification: verification,
      })
      .optional(),
    extensions: z.strictObject({ credProps: z.boolean().optional() }).optional(),
    hints: z.array(z.string()).optional(),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreationView = z.output<typeof PasskeyCreationView>;

/** The answer of a login with the right password to an account with a second factor. `enrol`: it must set one up now. */
export const SecondFactorRequiredView = z
  .strictObject({
    message: z.literal('Second factor required'),
    requiresSecondFactor: z.literal(true),
    challenge: z.string(),
    enrol: z.literal(true).optional(),
  })
  .meta({ id: 'SecondFactorRequired' });
export type SecondFactorRequiredView = z.output<typeof SecondFactorRequiredView>;

/** The answer of a login's second step. It has recovery codes when this login set up the factor. */
export const SecondLoginView = SessionView.extend({ recoveryCodes: z.array(z.string()).optional() }).meta({ id: 'SecondLogin' });
export type SecondLoginView = z.output<typeof SecondLoginView>;

/** The ways in which an account can be confirmed. `passkey` holds the options for the browser's WebAuthn call, null without passkeys. */
export const FactorOptionsView = z
  .strictObject({ app: z.boolean(), passkey: PasskeyRequestView.nullable() })
  .meta({ id: 'FactorOptions' });
export type FactorOptionsView = z.output<typeof FactorOptionsView>;

/** The secret of an authenticator app that is being set up, as text and as the address in its QR code. */
export const EnrolmentView = z.strictObject({ secret: z.string(), uri: z.string() }).meta({ id: 'Enrolment' });
export type EnrolmentView = z.output<typeof EnrolmentView>;

const recoveryCodes = z.array(z.string()).nullable();
/** Recovery codes are shown once; null when the account has older ones, which stay valid. */
export const RecoveryCodesView = z.strictObject({ success: z.literal(true), recoveryCodes }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodesView = z.output<typeof RecoveryCodesView>;

export const PasskeyView = z
  .strictObject({ id: z.uuid(), name: z.string(), created_at: at, last_used_at: at.nullable() })
  .meta({ id: 'Passkey' });
export type PasskeyView = z.output<typeof PasskeyView>;

/** The passkey that was saved, with the recovery codes that come with an account's first factor. */
export const SavedPasskeyView = z
  .strictObject({ success: z.literal(true), passkey: PasskeyView, recoveryCodes })
  .meta({ id: 'SavedPasskey' });
export type SavedPasskeyView = z.output<typeof SavedPasskeyView>;

/** `required`: the last factor of this account cannot be removed. */
export const SecondFactorView = z
  .strictObject({ app: z.boolean(), passkeys: z.array(PasskeyView), recoveryCodesLeft: z.int(), required: z.boolean() })
  .meta({ id: 'SecondFactor' });
export type SecondFactorView = z.output<typeof SecondFactorView>;

export const PasskeyLoginView = z
  .strictObject({ challenge: z.string(), passkey: PasskeyRequestView })
  .meta({ id: 'PasskeyLogin' });
export type PasskeyLoginView = z.output<typeof PasskeyLoginView>;

export const DeviceSessionView = z
  .strictObject({
    id: z.uuid(),
    device: z.string(),
    place: z.string(),
    current: z.boolean(),
    first_used_at: at,
    last_used_at: at,
  })
  .meta({ id: 'DeviceSession' });
export type DeviceSessionView = z.output<typeof DeviceSessionView>;

export const DeviceSessionsView = z.strictObject({ success: z.literal(true), data: z.array(DeviceSessionView) });
export type DeviceSessionsView = z.output<typeof DeviceSessionsView>;
