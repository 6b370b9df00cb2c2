import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { callInternal } from './internal-call';

export type Credential = { kind: 'cookie' | 'bearer'; value: string };
export type Owner = { userId: number; admin: boolean; sessionId: string };
/** `unsure`: identity did not answer. */
export type Resolved = { owner: Owner | null; unsure: boolean };

const CACHED_MS = 10_000;
const MOST_CACHED = 20_000;
const Answer = z.object({ owner: z.object({ userId: z.number(), admin: z.boolean(), sessionId: z.string() }).nullable() });

/** A Bearer header decides alone; there is no falling back to the cookie (design, Sessions). */
export function credentialOf(headers: IncomingHttpHeaders, cookieName: string): Credential | null {
  if (headers.authorization !== undefined) {
    const value = /^Bearer ([\w-]{1,200})$/.exec(headers.authorization)?.[1];
    return { kind: 'bearer', value: value ?? 'malformed' };
  }
  const value = cookieOf(headers.cookie, cookieName);
  return value ? { kind: 'cookie', value } : null;
}

export const cookieOf = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || null;

/** Asks identity whose a credential is; an answer holds for ten seconds, and parallel questions are one. */
export function createSessionResolver(identityUrl: string, privateKey: string) {
  const cache = new Map<string, { at: number; answer: Promise<Resolved> }>();
  const keyOf = ({ kind, value }: Credential) => `${kind}:${createHash('sha256').update(value).digest('base64url')}`;

  const ask = async ({ kind, value }: Credential): Promise<Resolved> => {
    const { owner } = Answer.parse(
      await callInternal(`${identityUrl}/internal/sessions`, privateKey, { kind, credential: value }),
    );
    return { owner, unsure: false };
  };

  return {
    resolve(credential: Credential | null): Promise<Resolved> {
      if (!credential) return Promise.resolve({ owner: null, unsure: false });
      const key = keyOf(credential);
      const known = cache.get(key);
      if (known && Date.now() - known.at < CACHED_MS) return known.answer;
      const answer = ask(credential).catch(() => {
        cache.delete(key);
        return { owner: null, unsure: true };
      });
      if (cache.size >= MOST_CACHED) cache.clear();
      cache.set(key, { at: Date.now(), answer });
      return answer;
    },
    /** Logged out: the next request asks again. */
    forget(credential: Credential | null) {
      if (credential) cache.delete(keyOf(credential));
    },
  };
}
export type SessionResolver = ReturnType<typeof createSessionResolver>;
