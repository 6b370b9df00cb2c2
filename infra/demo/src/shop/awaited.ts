import { retry } from '@shop/runtime';

/** Waits, at most 30 s, for the effect of an event. @throws Error that says what did not appear */
export const awaited = <Found>(what: string, look: () => Promise<Found | null | undefined>): Promise<Found> =>
  retry(
    async () => {
      const result = await look();
      if (!result) throw new Error(`${what} has not come within 30 s.`);
      return result;
    },
    { withinMs: 30_000, pauseMs: 500 },
  );
