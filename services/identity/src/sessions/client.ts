import type { Caller } from '@shop/http';
import Bowser from 'bowser';
import type { Request } from 'express';

/** Where a session is used: enough for its owner to recognise it, and no more. */
export type Client = { device: string; place: string };

const MOST_READ = 500;
const MOST_KEPT = 80;

/** @example deviceOf('Mozilla/5.0 (Windows NT 10.0; …) Chrome/…') === 'Chrome on Windows' */
export function deviceOf(userAgent: string | undefined): string {
  const { browser, os } = Bowser.parse(userAgent?.slice(0, MOST_READ) || 'unknown');
  const names = [browser.name, os.name].filter(Boolean);
  if (names.length === 0) return 'Unknown device';
  // The client chooses this text, and it goes into a list and a mail.
  return names
    .join(' on ')
    .replace(/\p{Cc}/gu, '')
    .slice(0, MOST_KEPT);
}

/** The network of an address, and not the address itself. @example placeOf('192.0.2.17') === '192.0.2.x' */
export const placeOf = (address: string): string =>
  address.includes(':')
    ? `${address.split(':').slice(0, 3).filter(Boolean).join(':')}::`
    : address.replace(/^((?:\d+\.){3})\d+$/, '$1x');

export const clientOf = (req: Pick<Request, 'headers'>, { address }: Pick<Caller, 'address'>): Client => ({
  device: deviceOf(req.headers['user-agent']),
  place: placeOf(address),
});
