import { configApi } from './config-api';
import { useAppDispatch } from '../hooks';

type Grecaptcha = {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};
declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

// recaptcha.net works where google.com is blocked.
const HOSTS = { first: 'https://www.recaptcha.net', second: 'https://www.google.com' };
const LOAD_MS = 8000;
let loading: Promise<Grecaptcha> | null = null;

/**
 * The result of the bot check's work, which never ends when one of its scripts is lost.
 * @throws Error when it takes too long
 */
async function inTime<Result>(work: PromiseLike<Result>): Promise<Result> {
  let giveUp: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    giveUp = setTimeout(() => reject(new Error('The bot check did not answer')), LOAD_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(giveUp));
}

const loadScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = setTimeout(() => fail(), LOAD_MS);
    const fail = () => {
      clearTimeout(giveUp);
      script.remove();
      reject(new Error(`The bot check did not load from ${src}`));
    };
    script.src = src;
    script.async = true;
    script.onload = () => {
      clearTimeout(giveUp);
      resolve();
    };
    script.onerror = fail;
    document.head.append(script);
  });

async function load(siteKey: string): Promise<Grecaptcha> {
  const address = (host: string) => `${host}/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
  await loadScript(address(HOSTS.first)).catch(() => loadScript(address(HOSTS.second)));
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('The bot check loaded without its interface');
  await inTime(new Promise<void>((ready) => grecaptcha.ready(ready)));
  return grecaptcha;
}

/**
 * Gets an invisible bot-check token for one submit (docs/product/sessions.md#bot-check). It is an empty text when the check is
 * off or cannot be loaded; in the second case the server refuses the call. The script loads at the first call.
 */
export function useBotToken() {
  const dispatch = useAppDispatch();
  return async (action: string): Promise<string> => {
    const running = dispatch(configApi.endpoints.config.initiate());
    try {
      const { botCheck } = await running.unwrap();
      if (!botCheck) return '';
      loading ??= load(botCheck.siteKey);
      return await inTime((await loading).execute(botCheck.siteKey, { action }));
    } catch {
      loading = null;
      return '';
    } finally {
      running.unsubscribe();
    }
  };
}
