import { rateLimiter, Refusal, type Looked, type NoteLook } from '@shop/http';
import { inTx, type Event } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/** Somebody who pages through a list, or comes back to a page, has looked once within this time. */
const ONCE_IN_SECONDS = 600;

/**
 * Makes the function that puts looks on record: it emits the event that `eventOf` makes of a look, once in ten minutes for each person
 * and subject.
 */
export function noteLooks(source: DataSource, eventOf: (look: Looked) => Event): NoteLook {
  const once = rateLimiter(source, { name: 'looks', points: 1, seconds: ONCE_IN_SECONDS });
  return async (look) => {
    const key = `${look.userId} ${look.action} ${look.id ?? 'list'}`;
    try {
      await once.use(key);
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    try {
      await inTx(source, ({ emit }) => emit(eventOf(look)));
    } catch (error) {
      // the look was not recorded, so the next one must be tried again
      await once.forgive(key).catch(() => undefined);
      throw error;
    }
  };
}
