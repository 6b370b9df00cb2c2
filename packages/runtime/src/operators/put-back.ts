import { inTx, putBackParked, type Event } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/** The events that put what an operator did on record; `adminId` when an admin did it on the page of the status. */
export type Acted = (action: string, what: Record<string, string | number>, adminId?: number) => Event[];

type Asked = { reaction?: string; adminId?: number };

/** Has parked messages tried again, those of one reaction or all, and puts that on record. → how many there were */
export const putBack = (source: DataSource, acted: Acted, { reaction, adminId }: Asked): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const count = await putBackParked(db, reaction);
    if (count > 0) await emit(...acted('parked.put-back', { reaction: reaction ?? 'all', count }, adminId));
    return count;
  });
