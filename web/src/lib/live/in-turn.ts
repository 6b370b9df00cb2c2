import { inLocalStorage } from '../storage';

const NAME = 'live-tracks';
/** Plain http has no Web Locks, so there a tab leases the turn: it renews the lease, and one that is not renewed has ended. */
const RENEWED_EVERY_MS = 2_000;
const ENDS_AFTER_MS = 7_000;
/** Tabs that take a free lease at the same moment see after this time who was last, and that one has it. */
const SETTLES_AFTER_MS = 250;

type Work = (waited: number, signal: AbortSignal) => Promise<void>;

/**
 * Runs `work` in one tab of the browser at a time, with the milliseconds it has waited, until the signal. Another tab's turn comes
 * when this one's work ends. The signal of the work also aborts when the turn is lost, to begin again when it comes back.
 */
export async function inTurn(signal: AbortSignal, work: Work): Promise<void> {
  const since = Date.now();
  const start = (until: AbortSignal) => work(Date.now() - since, until);
  // The signal aborts when the tab is hidden before its turn.
  if ('locks' in navigator) return navigator.locks.request(NAME, { signal }, () => start(signal)).catch(() => {});
  while (!signal.aborted) {
    if (await takeLease(signal)) await whileLeased(signal, start);
    else await awaitChange(signal);
  }
}

type Lease = { tab: string; at: number };
const tab = Math.random().toString(36);

function leaseNow(): Lease | null {
  const lease = inLocalStorage((storage) => JSON.parse(storage[NAME] ?? 'null') as Lease | null);
  // A lease from the future is from before the device's clock was set back.
  return lease && Math.abs(Date.now() - lease.at) < ENDS_AFTER_MS ? lease : null;
}
const isOurs = () => leaseNow()?.tab === tab;
const renew = () => inLocalStorage((storage) => (storage[NAME] = JSON.stringify({ tab, at: Date.now() } satisfies Lease)));
const giveBack = () => isOurs() && inLocalStorage((storage) => delete storage[NAME]);

/**
 * Takes the lease if it is free.
 * @returns whether this tab has it
 */
async function takeLease(signal: AbortSignal): Promise<boolean> {
  const free = leaseNow() === null;
  if (free) renew();
  if (free) await pause(SETTLES_AFTER_MS, signal);
  if (!signal.aborted) return isOurs();
  giveBack();
  return false;
}

async function whileLeased(signal: AbortSignal, start: (until: AbortSignal) => Promise<void>): Promise<void> {
  const turn = new AbortController();
  const end = () => turn.abort();
  const timer = setInterval(() => (leaseNow() === null || isOurs() ? renew() : end()), RENEWED_EVERY_MS);
  signal.addEventListener('abort', end);
  window.addEventListener('pagehide', giveBack);
  await start(turn.signal).finally(() => {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
    window.removeEventListener('pagehide', giveBack);
    giveBack();
  });
}

/** Waits until the lease may be free: another tab has given it back, or so much time has passed. */
async function awaitChange(signal: AbortSignal): Promise<void> {
  const controller = new AbortController();
  const wake = ({ key, newValue }: StorageEvent) => (key === NAME || key === null) && newValue === null && controller.abort();
  const leave = () => controller.abort();
  signal.addEventListener('abort', leave);
  window.addEventListener('storage', wake);
  await pause(RENEWED_EVERY_MS, controller.signal);
  signal.removeEventListener('abort', leave);
  window.removeEventListener('storage', wake);
}

/** Resolves after so many milliseconds, or at the signal. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
