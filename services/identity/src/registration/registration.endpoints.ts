import { LIMITS, type registrationRoutes } from '@shop/contracts/routes';
import { rateLimiter, Refusal, unlessFull, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { nullForTakenEmail } from '../accounts/taken-email';
import { newPassword } from '../credentials/new-password';
import { beginSession, fromOf } from '../sessions/begin-session';
import { answerSession } from '../sessions/session-answer';
import { completeRegistration, pickRegistration, resendCode } from './complete-registration';
import { register } from './register';

const wrongCode = () =>
  new Refusal('invalid', 'wrong-code', 'The verification code is wrong or has expired.', { field: 'verificationCode' });

type RegistrationParts = {
  source: DataSource;
  siteName: string;
  botCheck: BotCheck;
  secure: boolean;
  rateScale: number;
};

export function registrationHandlers({
  source,
  siteName,
  botCheck,
  secure,
  rateScale,
}: RegistrationParts): Handlers<typeof registrationRoutes> {
  const perAddress = rateLimiter(source, LIMITS.registrations, rateScale);
  const guesses = rateLimiter(source, LIMITS.codesTried, rateScale);
  // Counted by e-mail address: a client that changes its network address must not fill a stranger's mailbox, nor guess for ever.
  const mailsTo = rateLimiter(source, LIMITS.codesMailed, rateScale);
  const guessesFor = rateLimiter(source, LIMITS.codesTriedFor, rateScale);
  // One code a minute for every e-mail address, known or not, at every scale.
  const codes = rateLimiter(source, LIMITS.codesAsked);

  return {
    async register({ body, caller }) {
      await perAddress.use(caller.address);
      await botCheck(body.recaptchaToken, 'register', caller.address);
      const password = await unlessFull(
        () => newPassword(body.password),
        () => perAddress.giveBack(caller.address),
      );
      await mailsTo.use(body.email);
      await inTx(source, (tx) => register(tx, siteName, body, password));
      await codes.forgive(body.email);
      await codes.use(body.email);
      return { requiresVerification: true, message: 'We have sent you a verification code.' };
    },
    async resendCode({ body }) {
      await codes.use(body.email);
      await mailsTo.use(body.email);
      await inTx(source, (tx) => resendCode(tx, body.email));
      return { message: 'Verification code resent' };
    },
    async completeRegistration({ body, caller, req, res }) {
      await guesses.use(caller.address);
      await guessesFor.use(body.email);
      const { email, verificationCode: code, password } = body;
      const registration = await unlessFull(
        () => pickRegistration(source, { email, code, password }),
        () => Promise.all([guesses.giveBack(caller.address), guessesFor.giveBack(email)]),
      );
      const newLogin =
        registration &&
        (await nullForTakenEmail(
          inTx(source, async (tx) => {
            const user = await completeRegistration(tx, registration);
            return user && beginSession(tx, user, fromOf(req, caller));
          }),
        ));
      if (!newLogin) throw wrongCode();
      return answerSession(res, secure, 'User registered successfully', newLogin);
    },
  };
}
