import type { Look } from '@shop/declare';
import type { Caller } from './auth';

/**
 * A look at personal data: who looked at which subject. `id` is the subject's, or null for a list. `own`: no caller was let in as
 * an admin for it.
 */
export type LookRecord = Pick<Look, 'action' | 'subject'> & { userId: number; id: number | null; own: boolean };
export type NoteLook = (look: LookRecord) => Promise<void>;

/** The look that a call must record; null for a look at one's own data, and for a caller who is no admin on this call. */
export function lookedAt(look: Look | undefined, caller: Caller, params: unknown): LookRecord | null {
  if (!look || caller.userId === null || !(caller.admin || look.own)) return null;
  const id = look.id === undefined ? null : Number((params as Record<string, unknown>)[look.id]);
  return { action: look.action, subject: look.subject, userId: caller.userId, id, own: !caller.admin };
}
