import { isLocal } from '@shop/runtime';
import type { LocalConfig } from './config';

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether only this machine reaches the shop: it listens on loopback, and PUBLIC_URL names no address of a proxy here. */
export const isOnlyHere = ({ HOST, PUBLIC_URL }: Pick<LocalConfig, 'HOST' | 'PUBLIC_URL'>) =>
  isLoopback(HOST) && (PUBLIC_URL === undefined || isLocal(PUBLIC_URL));

/** The address at which this machine itself reaches a server at `host`: nobody can call an address that means "all interfaces". */
export function callable(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The address that people are told to open without PUBLIC_URL: this machine's, unless the shop listens at one other address alone.
 */
export const addressFor = (host: string, port: number) =>
  isLoopback(host) || host === '0.0.0.0' || host === '::' ? `http://localhost:${port}` : callable(host, port);
