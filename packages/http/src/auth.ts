import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { addressOf } from './limits/client-address';

/** The caller of a request, as the gateway states it. A visitor has no user id. */
export type Caller = {
  userId: number | null;
  /** Whether the caller has an admin role; on a call for certain roles, whether they have one of those. */
  admin: boolean;
  /** The name of the caller's admin role; null without one. */
  role: string | null;
  /** Whether a second factor was confirmed in this session recently, or the account needs none. */
  steppedUp: boolean;
  /** Whether a second factor, or the password of an account without one, was confirmed in this session recently. */
  reauthenticated: boolean;
  sessionId: string | null;
  /** The client's address, for rate limits. */
  address: string;
  requestId: string;
  /** A hash of the client's device cookie; null when the request had none. */
  device: string | null;
  /** Whether the gateway itself asks, for no caller. */
  internal: boolean;
  /** Whether a credential came with the request but identity did not answer: the caller may be a user or a visitor. */
  unsure: boolean;
};

const Claims = z.object({
  sub: z.string().regex(/^\d+$/).optional(),
  admin: z.boolean(),
  role: z.string().optional(),
  stepped: z.boolean().optional(),
  reauth: z.boolean().optional(),
  sid: z.string().nullable(),
  addr: z.string(),
  rid: z.string(),
  dev: z.string().optional(),
  internal: z.boolean().optional(),
  unsure: z.boolean().optional(),
  exp: z.number(),
});

/** Parsing a PEM costs more than a signature, so each is parsed once. */
function once(read: (pem: string) => KeyObject): (pem: string) => KeyObject {
  const keys = new Map<string, KeyObject>();
  return (pem) => {
    const key = keys.get(pem) ?? read(pem);
    keys.set(pem, key);
    return key;
  };
}
const privateKeyOf = once(createPrivateKey);
const publicKeyOf = once(createPublicKey);

/**
 * Signs a caller for 60 seconds and for one service with the gateway's ES256 key, which only the gateway has.
 * @returns the token
 */
export const signCaller = (caller: Caller, privateKey: string, service: string): string =>
  jwt.sign(
    {
      admin: caller.admin,
      ...(caller.role === null ? {} : { role: caller.role }),
      ...(caller.steppedUp ? { stepped: true } : {}),
      ...(caller.reauthenticated ? { reauth: true } : {}),
      sid: caller.sessionId,
      addr: caller.address,
      rid: caller.requestId,
      ...(caller.device === null ? {} : { dev: caller.device }),
      ...(caller.internal ? { internal: true } : {}),
      ...(caller.unsure ? { unsure: true } : {}),
    },
    privateKeyOf(privateKey),
    {
      algorithm: 'ES256',
      expiresIn: 60,
      audience: service,
      ...(caller.userId === null ? {} : { subject: String(caller.userId) }),
    },
  );

/** A caller with an account. */
export type UserCaller = Caller & { userId: number };

/** Splits the configured text into PEM blocks. There are two while one key replaces the other. */
export const publicKeysOf = (pems: string): string[] =>
  pems.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];

/** The caller in a token; null when none of the keys signed it for this service, or when it has expired. */
export function verifyCaller(token: string, publicKeys: readonly string[], service: string): Caller | null {
  for (const key of publicKeys) {
    try {
      const claims = Claims.parse(jwt.verify(token, publicKeyOf(key), { algorithms: ['ES256'], audience: service }));
      return {
        userId: claims.sub === undefined ? null : Number(claims.sub),
        admin: claims.admin,
        role: claims.role ?? null,
        steppedUp: claims.stepped ?? false,
        reauthenticated: claims.reauth ?? false,
        sessionId: claims.sid,
        address: addressOf(claims.addr),
        requestId: claims.rid,
        device: claims.dev ?? null,
        internal: claims.internal ?? false,
        unsure: claims.unsure ?? false,
      };
    } catch {
      // Another key may have signed the token.
    }
  }
  return null;
}
