import type { Look, LookRecord } from '@shop/declare';
import type { Caller } from './auth';

export type NoteLook = (look: LookRecord) => Promise<void>;

/** The look that a call must record; null for a look at one's own data, and for a caller who is no admin on this call. */
export function lookRecordOf(look: Look | undefined, caller: Caller, params: unknown): LookRecord | null {
  if (!look || caller.userId === null || !(caller.admin || look.own)) return null;
  const id = look.id === undefined ? null : Number((params as Record<string, unknown>)[look.id]);
  return { action: look.action, subject: look.subject, userId: caller.userId, id, own: !caller.admin };
}
