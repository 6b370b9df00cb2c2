import { Refusal, unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import { z } from 'zod';

export const botCheckConfig = {
  RECAPTCHA_SITE_KEY: z.string().optional().meta({
    group: 'access',
    unset: 'no bot check',
    description:
      'The bot check (reCAPTCHA v3), together with its secret. Browsers get this key; services read it only to say when one of the two is missing.',
  }),
  RECAPTCHA_SECRET: z
    .string()
    .optional()
    .meta({ group: 'access', unset: 'no bot check', description: 'The secret of that key.' }),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify').meta({
    group: 'access',
    description: 'Where its tokens are checked.',
  }),
};

type Keys = { RECAPTCHA_SITE_KEY?: string; RECAPTCHA_SECRET?: string };

/**
 * Examines a bot check with only one of its two keys.
 * @returns the problems, in sentences
 */
export function examineBotCheck({ RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret }: Keys): string[] {
  if (secret && !siteKey)
    return [
      'RECAPTCHA_SITE_KEY is not set, and RECAPTCHA_SECRET is: browsers send no token, so that nobody can log in or register. Set both or neither.',
    ];
  if (siteKey && !secret)
    return [
      'RECAPTCHA_SECRET is not set, and RECAPTCHA_SITE_KEY is: nobody checks the tokens that browsers ask for. Set both or neither.',
    ];
  return [];
}

/** Checks a browser's token. @throws Refusal 400 `bot-check`, or 503 when the checking service is away, except for logins */
export type BotCheck = (token: string | undefined, action: string, address: string) => Promise<void>;
type BotCheckConfig = { RECAPTCHA_SECRET?: string; RECAPTCHA_VERIFY_URL: string; PUBLIC_URL: string };

/** From 0, surely a bot, to 1, surely a person. */
const MIN_SCORE = 0.5;
/** The action that goes on while the checking service is down, because its outage must not stop sales. */
const LET_THROUGH = 'login';

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Makes a bot check with reCAPTCHA v3's siteverify, for the host of PUBLIC_URL. Without a secret everybody passes. */
export function createBotCheck(config: BotCheckConfig, log: Log): BotCheck {
  const { RECAPTCHA_SECRET: secret, RECAPTCHA_VERIFY_URL: verifyUrl } = config;
  if (!secret) return () => Promise.resolve();
  const { hostname } = new URL(config.PUBLIC_URL);
  const refuse = () => {
    throw new Refusal('invalid', 'bot-check', 'We could not confirm that you are a person. Please try again.', {
      field: 'recaptchaToken',
    });
  };
  return async (token, action, address) => {
    if (!token) return refuse();
    const answer = await ask(verifyUrl, { secret, response: token, remoteip: address }).catch((error: unknown) => {
      log.error({ err: error }, 'the bot check does not answer; only logins pass without it');
      return null;
    });
    if (!answer) {
      if (action === LET_THROUGH) return;
      throw unavailable('Our bot check does not answer right now. Please try again in a minute.');
    }
    if (answer['error-codes']?.some((code) => code.includes('secret')))
      log.error('the bot check refuses the secret of this shop: correct RECAPTCHA_SECRET');
    const good = answer.success && answer.action === action && answer.hostname === hostname && (answer.score ?? 0) >= MIN_SCORE;
    if (!good) refuse();
  };
}

async function ask(url: string, form: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(3000),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return Answer.parse(await response.json());
}
