/** Login's answer to the right password of an account with a second factor. `enrol`: it must get one now. */
export type SecondFactorRequiredView = {
  message: 'Second factor required';
  requiresSecondFactor: true;
  challenge: string;
  enrol?: true;
};

/** What an account can be confirmed with; `passkey` is what the browser's WebAuthn call takes, null without passkeys. */
export type FactorOptionsView = { app: boolean; passkey: object | null };

/** The secret of an authenticator app that is being set up, as text and as the address that its QR code holds. */
export type EnrolmentView = { secret: string; uri: string };

/** Shown once; null when there are older ones, which go on working. */
export type RecoveryCodesView = { success: true; recoveryCodes: string[] | null };

export type PasskeyView = { id: string; name: string; created_at: string; last_used_at: string | null };

export type SecondFactorView = {
  app: boolean;
  passkeys: PasskeyView[];
  recoveryCodesLeft: number;
  /** The last factor of this account cannot be taken away. */
  required: boolean;
};

export type PasskeyLoginView = { challenge: string; passkey: object };

export type DeviceSessionView = {
  id: string;
  device: string;
  place: string;
  current: boolean;
  first_used_at: string;
  last_used_at: string;
};
