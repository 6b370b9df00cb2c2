import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { loginRoutes, type Route } from '@shop/contracts/routes';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { callInternal } from '../upstream/internal-call';
import type { Replicas } from '../upstream/replicas';

export type Credential = { kind: 'cookie' | 'bearer'; value: string };
const CACHED_MS = 10_000;
const MOST_CACHED = 20_000;
/** After so many late answers in a row, with no answer in between, identity is spared: one question a second is asked. */
const LATE_IN_A_ROW = 3;
const SPARED_MS = 1000;
/** An older release of identity sends no roles and second factors: until it is replaced, its admins have none. */
const Owner = z.object({
  userId: z.number(),
  admin: z.boolean(),
  role: z.string().nullable().default(null),
  steppedUp: z.boolean().default(false),
  /** The end of the step-up, if it has one: answers are cached, so the gateway checks the time itself. */
  steppedUpUntil: z.coerce.date().nullable().default(null),
  reauthenticatedUntil: z.coerce.date().nullable().default(null),
  sessionId: z.string(),
});
type Owner = z.output<typeof Owner>;
/** Why a session's owner is unknown: identity answered too late, could not be asked or understood, or was spared. */
export const UNSURE_BECAUSE = ['late', 'failed', 'spared'] as const;
export type UnsureBecause = (typeof UNSURE_BECAUSE)[number];
/** `unsure`: identity did not answer, so the session's owner is unknown. */
export type SessionAnswer = { owner: Owner | null; unsure: boolean; because?: UnsureBecause; error?: unknown };
const WHOSE = { ...loginRoutes.sessionOwner, answers: { 200: z.object({ owner: Owner.nullable() }) } };

/** Whether the session's step-up is still valid, or the account needs none. */
export const isSteppedUp = ({ steppedUp, steppedUpUntil }: Owner) =>
  steppedUp && (steppedUpUntil === null || steppedUpUntil.getTime() > Date.now());

/** Whether the second factor, or the password of an account without one, still counts as confirmed. */
export const isReauthenticated = ({ reauthenticatedUntil }: Owner) =>
  reauthenticatedUntil !== null && reauthenticatedUntil.getTime() > Date.now();

/** Whether a call may be refused for want of a confirmed second factor or password. */
export const mayNeedStepUp = (call: Route | undefined): boolean =>
  call?.stepUp !== undefined || call?.refuses?.['403 step-up-required'] !== undefined;

/** Whether a call is let through only with a session that identity confirms for this very request. */
export const mustBeConfirmed = (call: Route | undefined): boolean => call?.confirmed === true || mayNeedStepUp(call);

/** The shape of every credential that identity issues. The gateway ignores all others without asking identity. */
const WELL_FORMED = /^[\w-]{1,200}$/;

/** The credential of a request. A wrong Bearer header hides the cookie (docs/product/sessions.md#bearer-tokens). */
export function credentialOf(headers: IncomingHttpHeaders, cookieName: string): Credential | null {
  const bearer = headers.authorization;
  const value = bearer === undefined ? cookieOf(headers.cookie, cookieName) : bearer.replace(/^Bearer /, '');
  if (!value || !WELL_FORMED.test(value)) return null;
  return { kind: bearer === undefined ? 'cookie' : 'bearer', value };
}

const cookieOf = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || null;

/** The hash by which the services know the calling device. They never get the cookie itself. */
export function deviceIn(header: string | undefined, name: string): string | null {
  const device = cookieOf(header, name);
  return device && /^[\w-]{43}$/.test(device) ? createHash('sha256').update(device).digest('hex') : null;
}

type Entry = { answer: Promise<SessionAnswer>; sessionId?: string; known: boolean };

/**
 * Asks identity for the owner of a credential. An answer is used for ten seconds, and simultaneous requests share one question.
 * When the cache is full, the least recently used answer goes: that of an invented credential before that of an active user.
 */
export function createSessionResolver(identity: Replicas, privateKey: string, answerWithinMs: number) {
  const cache = new LRUCache<string, Entry>({ max: MOST_CACHED, ttl: CACHED_MS, ttlResolution: 0 });
  const patience = { withinMs: answerWithinMs, firstWithinMs: answerWithinMs / 2 };
  const breaker = createBreaker();

  const ask = async ({ kind, value }: Credential): Promise<SessionAnswer> => {
    const { owner } = await callInternal(identity, WHOSE, privateKey, { body: { kind, credential: value } }, patience);
    return { owner, unsure: false };
  };

  /** The owner of a credential, asked even if it is cached. */
  const askAgain = (credential: Credential): Promise<SessionAnswer> => {
    if (!breaker.mayAsk()) return Promise.resolve({ owner: null, unsure: true, because: 'spared' });
    const key = keyOf(credential);
    const entry: Entry = { answer: ask(credential), known: false };
    entry.answer = entry.answer.then(
      (answer) => {
        breaker.answered();
        entry.sessionId = answer.owner?.sessionId;
        entry.known = true;
        return answer;
      },
      (error: unknown) => {
        const isLate = (error as Error).name === 'TimeoutError';
        if (isLate) breaker.late();
        else breaker.answered();
        if (cache.peek(key) === entry) cache.delete(key);
        return { owner: null, unsure: true, because: isLate ? 'late' : 'failed', error };
      },
    );
    cache.set(key, entry);
    return entry.answer;
  };

  return {
    askAgain,
    /** The owner of a credential, from the cache or by asking. */
    resolve(credential: Credential | null): Promise<SessionAnswer> {
      if (!credential) return Promise.resolve({ owner: null, unsure: false });
      return cache.get(keyOf(credential))?.answer ?? askAgain(credential);
    },
    /** Forgets the cached owner of a session that has changed or ended, and every open question; identity is then asked again. */
    forget(sessionId: string | null) {
      for (const [key, entry] of cache) if (!entry.known || entry.sessionId === sessionId) cache.delete(key);
    },
  };
}

/**
 * Spares a service that hangs, so that not everybody waits for it. One late answer among others changes nothing; after some in a row
 * one question a second tries whether the service is back.
 */
function createBreaker() {
  let lateAnswers = 0;
  let sparedUntil = 0;
  return {
    mayAsk(): boolean {
      if (lateAnswers < LATE_IN_A_ROW) return true;
      if (performance.now() < sparedUntil) return false;
      sparedUntil = performance.now() + SPARED_MS;
      return true;
    },
    answered() {
      lateAnswers = 0;
    },
    late() {
      lateAnswers += 1;
      sparedUntil = performance.now() + SPARED_MS;
    },
  };
}

const keyOf = ({ kind, value }: Credential) => `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
