import { onceIn, type LookRecord, type NoteLook } from '@shop/http';
import { inTx, type Event } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/** Paging through a list or coming back to a page within this time counts as the same look. */
const ONCE_IN_SECONDS = 600;

/** Makes the function that records looks: it emits the event of `eventOf` once in ten minutes for each person and subject. */
export function noteLooks(source: DataSource, eventOf: (look: LookRecord) => Event): NoteLook {
  const once = onceIn(source, { name: 'looks', seconds: ONCE_IN_SECONDS });
  return async (look) => {
    const key = `${look.userId} ${look.action} ${look.id ?? 'list'}`;
    if (!(await once.isFirst(key))) return;
    try {
      await inTx(source, ({ emit }) => emit(eventOf(look)));
    } catch (error) {
      // The look was not recorded, so the next one must be tried again.
      await once.forget(key).catch(() => undefined);
      throw error;
    }
  };
}
