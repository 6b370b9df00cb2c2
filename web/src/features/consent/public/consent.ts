import { inSessionStorage } from '#lib/storage.ts';

/** Acceptance is a cookie for 365 days; a refusal is remembered only in this session. */
const NAME = 'cookieConsent';
const DAYS = 365;

export const isAccepted = () => new RegExp(`(?:^|;\\s*)${NAME}=`).test(document.cookie);

export const isDecided = () => isAccepted() || inSessionStorage((storage) => storage[NAME]) === 'declined';

export function accept() {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${NAME}=true; Path=/; Max-Age=${DAYS * 86_400}; SameSite=Lax${secure}`;
}

export const decline = () => inSessionStorage((storage) => (storage[NAME] = 'declined'));
