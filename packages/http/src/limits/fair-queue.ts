import { currentRequest, type Place } from '../current-request';
import { Refusal } from '../errors';

/** The refusal of work for which a queue has no room: nothing of it was done. */
export class QueueFull extends Refusal {
  constructor() {
    super('unavailable', 'unavailable', 'Too many people are waiting for this right now. Please try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
}

type Job = { start: () => void; refuse: (reason: Error) => void };
type Side = { lines: Map<string, Job[]>; waiting: number };
/** `atOnce`: how much work runs at once. `mostWaiting`: how much waits, of known callers and of strangers each. */
type Room = { atOnce: number; mostWaiting: number };
/** Does work when it is its turn. @throws QueueFull, the reason of `place.left`, the work's own errors */
export type FairQueue = <Result>(place: Place, work: () => Promise<Result>) => Promise<Result>;

/** The place of work that no request has asked for, or whose request nobody placed. */
const OWN: Place = { line: 'own', known: true };

/** The place of the current request's caller; that of the process itself outside of requests. */
export const currentPlace = (): Place => currentRequest.getStore()?.place ?? OWN;

/** Does work in another line: for a caller of whom the service knows more than the request tells. */
export function inLineOfKnown<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
  const current = currentRequest.getStore();
  return current ? currentRequest.run({ ...current, place: { ...currentPlace(), line, known: true } }, work) : work();
}

/** Does work whose caller was counted before; `giveBack` takes the count back when a queue had no room for it. @throws the work's errors */
export async function unlessFull<Result>(work: () => Promise<Result>, giveBack: () => Promise<unknown>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueueFull) await giveBack();
    throw error;
  }
}

/**
 * A queue in which nobody waits for a crowd: known callers and strangers take turns, and among each of them the lines do. When it
 * is full, the longest line loses its last one to a shorter line. Work whose caller has left is forgotten.
 */
export function createFairQueue({ atOnce, mostWaiting }: Room): FairQueue {
  const sides = { known: emptySide(), strangers: emptySide() };
  let running = 0;
  let knownAreNext = true;

  const end = () => {
    const [first, second] = knownAreNext ? [sides.known, sides.strangers] : [sides.strangers, sides.known];
    const next = shift(first) ?? shift(second);
    knownAreNext = !knownAreNext;
    if (next) next.start();
    else running -= 1;
  };

  const turn = ({ line, known, left }: Place) =>
    new Promise<void>((resolve, reject) => {
      const side = known ? sides.known : sides.strangers;
      if (side.waiting >= mostWaiting && !makeRoom(side, line)) return reject(new QueueFull());
      const leave = () => {
        remove(side, line, job);
        reject(left?.reason as Error);
      };
      const job: Job = {
        start: () => {
          left?.removeEventListener('abort', leave);
          resolve();
        },
        refuse: (reason) => {
          left?.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      push(side, line, job);
      left?.addEventListener('abort', leave, { once: true });
    });

  return async (place, work) => {
    place.left?.throwIfAborted();
    if (running < atOnce) running += 1;
    else await turn(place);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

const emptySide = (): Side => ({ lines: new Map(), waiting: 0 });

function push(side: Side, line: string, job: Job) {
  side.waiting += 1;
  const jobs = side.lines.get(line);
  if (jobs) jobs.push(job);
  else side.lines.set(line, [job]);
}

function remove(side: Side, line: string, job: Job) {
  const jobs = side.lines.get(line) ?? [];
  const at = jobs.indexOf(job);
  if (at < 0) return;
  side.waiting -= 1;
  jobs.splice(at, 1);
  if (jobs.length === 0) side.lines.delete(line);
}

/** Takes the first of the line whose turn it is; the line goes behind all others. */
function shift(side: Side): Job | undefined {
  const [next] = side.lines;
  if (!next) return undefined;
  const [line, jobs] = next;
  const job = jobs.shift();
  side.waiting -= 1;
  side.lines.delete(line);
  if (jobs.length > 0) side.lines.set(line, jobs);
  return job;
}

/** Refuses the last of the longest line for one of a line that is shorter by more than one. Whether it has. */
function makeRoom(side: Side, line: string): boolean {
  const ownLength = side.lines.get(line)?.length ?? 0;
  const [longest, jobs] = [...side.lines].reduce((a, b) => (b[1].length > a[1].length ? b : a), ['', [] as Job[]]);
  const last = jobs.at(-1);
  if (!last || jobs.length <= ownLength + 1) return false;
  remove(side, longest, last);
  last.refuse(new QueueFull());
  return true;
}
