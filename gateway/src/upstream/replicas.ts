import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ServiceName } from '@shop/contracts/events';
import type { Log } from '@shop/runtime';

/** How often a name is resolved: a replica that came or went is known after this time. */
const RESOLVE_EVERY_MS = 1000;
/** How long an unreachable address gets no requests. */
const LEFT_OUT_MS = 5000;

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

export type Replicas = {
  service: ServiceName;
  /**
   * The base address of the replica whose turn it is. When all are left out, it is the one left out longest: it may be back, and
   * the others have just failed.
   */
  next: () => string;
  several: () => boolean;
  /** Leaves out a replica that could not be reached at this base address. */
  leaveOut: (base: string) => void;
  close: () => void;
};

const addressesOf: Resolve = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Takes turns among the replicas of a service: the given addresses, and for a name all its addresses. Names are resolved again
 * every second, because an open connection stays with its replica and a new one would get no requests. While a name does not
 * resolve, its last addresses stay.
 */
export function openReplicas(service: ServiceName, urls: readonly string[], log: Log, resolve: Resolve = addressesOf): Replicas {
  const leftOut = new Map<string, number>();
  const upstreams = urls.map((url) => ({ url: new URL(url), bases: [new URL(url).origin] }));
  let bases = upstreams.flatMap((upstream) => upstream.bases);
  let turn = 0;
  const leftOutUntil = (base: string) => leftOut.get(base) ?? 0;

  const resolveName = async (upstream: (typeof upstreams)[number]) => {
    const { protocol, hostname, port } = upstream.url;
    const addresses = await resolve(hostname);
    if (addresses.length === 0) return;
    const next = addresses
      .toSorted()
      .map((address) => `${protocol}//${isIP(address) === 6 ? `[${address}]` : address}:${port || 80}`);
    if (next.join() === upstream.bases.join()) return;
    upstream.bases = next;
    bases = upstreams.flatMap((entry) => entry.bases);
    log.info({ service, replicas: bases }, 'a service has other replicas now');
  };
  const names = upstreams.filter(({ url }) => isName(url));
  const lookAgain = () => {
    for (const name of names)
      resolveName(name).catch((error: unknown) => log.debug({ err: error, service }, 'a name was not resolved'));
  };
  const timer = names.length > 0 ? setInterval(lookAgain, RESOLVE_EVERY_MS).unref() : undefined;
  lookAgain();

  return {
    service,
    next() {
      const now = performance.now();
      const usable = bases.filter((base) => leftOutUntil(base) <= now);
      const base =
        usable.length > 0 ? usable[(turn += 1) % usable.length] : bases.toSorted((a, b) => leftOutUntil(a) - leftOutUntil(b))[0];
      assert(base, 'a service always has an address');
      return base;
    },
    several: () => bases.length > 1,
    leaveOut(base) {
      for (const [leftOutBase, until] of leftOut) if (until <= performance.now()) leftOut.delete(leftOutBase);
      leftOut.set(base, performance.now() + LEFT_OUT_MS);
    },
    close: () => clearInterval(timer),
  };
}

/** An https address keeps its name, because the certificate is issued for it; an IP address needs no resolving. */
const isName = ({ protocol, hostname }: URL) => protocol === 'http:' && isIP(hostname.replace(/[[\]]/g, '')) === 0;

const NEVER_ARRIVED = new Set(['connect', 'getaddrinfo']);

/** Whether a call failed before any of it was sent, so that any call may be repeated. */
export const neverArrived = (error: unknown): boolean => NEVER_ARRIVED.has((error as NodeJS.ErrnoException).syscall ?? '');

/** How long an answer may take in all, and how long the first replica may be silent before another one is asked. */
export type Patience = { withinMs: number; firstWithinMs?: number };

/**
 * Asks one replica, and another one when the first cannot be reached, hangs up, or is silent for too long: for calls that change
 * nothing. @throws the error of the second, or TimeoutError when there is no answer within `withinMs`
 */
export async function askReplica(
  replicas: Replicas,
  path: string,
  init: RequestInit,
  { withinMs, firstWithinMs }: Patience,
): Promise<Response> {
  const base = replicas.next();
  const signal = AbortSignal.timeout(withinMs);
  const silent = new AbortController();
  const patience = firstWithinMs && replicas.several() ? setTimeout(() => silent.abort(), firstWithinMs) : undefined;
  try {
    return await fetch(base + path, { ...init, signal: AbortSignal.any([signal, silent.signal]) });
  } catch (error) {
    if (signal.aborted) throw error;
    if (silent.signal.aborted || neverArrived((error as Error).cause)) replicas.leaveOut(base);
    return await fetch(replicas.next() + path, { ...init, signal });
  } finally {
    clearTimeout(patience);
  }
}
