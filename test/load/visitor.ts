import { setTimeout as pause } from 'node:timers/promises';
import type { RunningShop } from './running-shop';

/** The visitor's requests: the page, and a call of every service. */
const LOOKED_AT = ['/', '/api/config', '/api/products', '/api/demos', '/api/announcements/active', '/api/stores'];

/** `loggedOut`: how many answers were 401 in spite of the login. `repeated`: the repeated requests, with their reasons. */
export type Visit = { requests: number; repeated: string[]; failed: string[]; loggedOut: number; longestOutageMs: number };

/**
 * Sends requests without a pause, three at a time, until `work` has ended or failed. A failed request is sent again: once, and then
 * until `patienceMs` are over. A refusal (400 to 499) is an answer, not a failure.
 */
export async function visit(
  { url }: RunningShop,
  paths: readonly string[],
  token: string,
  patienceMs: number,
  work: () => Promise<void>,
): Promise<Visit> {
  const visitCounts: Visit = { requests: 0, repeated: [], failed: [], loggedOut: 0, longestOutageMs: 0 };
  let over = false;
  const ask = async (path: string): Promise<string | null> => {
    try {
      const answer = await fetch(url + path, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(20_000),
      });
      await answer.arrayBuffer();
      if (answer.status === 401) visitCounts.loggedOut += 1;
      return answer.status < 500 ? null : String(answer.status);
    } catch (error) {
      const { cause, message } = error as Error;
      return String((cause as NodeJS.ErrnoException | undefined)?.code ?? message);
    }
  };
  const look = async (path: string) => {
    const began = Date.now();
    visitCounts.requests += 1;
    let failure = await ask(path);
    if (failure !== null) visitCounts.repeated.push(`${path}: ${failure}`);
    for (let tries = 1; failure !== null && (tries === 1 || Date.now() - began < patienceMs); tries += 1) {
      if (tries > 1) await pause(200);
      failure = await ask(path);
    }
    if (failure === null) visitCounts.longestOutageMs = Math.max(visitCounts.longestOutageMs, Date.now() - began);
    else visitCounts.failed.push(`${path}: ${failure}`);
  };
  const walk = async () => {
    while (!over)
      for (const path of [...LOOKED_AT, ...paths]) {
        if (over) return;
        await look(path);
      }
  };
  const walking = Promise.all([walk(), walk(), walk()]);
  try {
    await work();
  } finally {
    over = true;
    await walking;
  }
  return visitCounts;
}
