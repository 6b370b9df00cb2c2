import { setTimeout as pause } from 'node:timers/promises';

/** Waits, at most 30 s, for what an event brings a moment later. @throws Error that says what did not come */
export async function awaited<Found>(what: string, look: () => Promise<Found | null | undefined>): Promise<Found> {
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const found = await look();
    if (found) return found;
    await pause(500);
  }
  throw new Error(`${what} has not come within 30 s.`);
}
