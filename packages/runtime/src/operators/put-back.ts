import { inTx, putBackParked, type Event } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/** Makes the events that record an operator's action; `adminId` when an admin acted on the status page. */
export type EventsOfAct = (action: string, details: Record<string, string | number>, adminId?: number) => Event[];

type PutBackScope = { reaction?: string; adminId?: number };

/**
 * Puts back parked messages, those of one reaction or all, and records that.
 * @returns how many there were
 */
export const putBack = (source: DataSource, makeEvents: EventsOfAct, { reaction, adminId }: PutBackScope): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const count = await putBackParked(db, reaction);
    if (count > 0) await emit(...makeEvents('parked.put-back', { reaction: reaction ?? 'all', count }, adminId));
    return count;
  });
