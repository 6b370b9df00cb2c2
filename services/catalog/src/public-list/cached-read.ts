import { Late, within } from '@shop/http';

const CHECK_MS = 1000;
/** How long a caller waits for a newer version while an older one is kept. */
const PATIENCE_MS = 300;
/** A read that takes longer is lost with its connection, or goes on by itself, as the fill of a search does. */
const LOST_AFTER_MS = 30_000;

type Run<Value> = { rechecks: number; done: Promise<Value> };

/**
 * Keeps the answer of `read` and reads again at most once a second. `read` may change what is kept only while `isWanted` says that
 * it has not been given up, after half a minute. The kept answer is used while the database fails (`onFailure` hears why) or
 * hangs.
 */
export function cachedRead<Value>(
  read: (previous: Value | null, isWanted: () => boolean) => Promise<Value>,
  onFailure: (error: unknown) => void,
) {
  let cache: Value | null = null;
  let checkedAt = -Infinity;
  let rechecks = 0;
  let running: Run<Value> | null = null;
  let isLate = false;

  function begin(): Run<Value> {
    const startedAt = performance.now();
    const rechecksAtStart = rechecks;
    // This read may have missed a change that came meanwhile.
    const markChecked = (at: number) => {
      if (rechecksAtStart === rechecks) checkedAt = at;
    };
    let isWanted = true;
    const reading = within(
      LOST_AFTER_MS,
      read(cache, () => isWanted),
    )
      .then(
        (next) => {
          cache = next;
          markChecked(startedAt);
          return next;
        },
        (error: unknown) => {
          if (cache === null) throw error;
          onFailure(error);
          markChecked(performance.now());
          return cache;
        },
      )
      .finally(() => {
        isWanted = false;
        running = null;
        isLate = false;
      });
    return { rechecks: rechecksAtStart, done: reading };
  }

  async function refresh(): Promise<Value> {
    if (running && running.rechecks !== rechecks) await running.done.catch(() => undefined);
    running ??= begin();
    return running.done;
  }

  return {
    /** @throws the error of `read`, while nothing is kept */
    async current(): Promise<Value> {
      if (cache !== null && performance.now() - checkedAt < CHECK_MS) return cache;
      if (cache === null) return refresh();
      // One caller has waited already, so the others need not.
      if (isLate) return cache;
      const last = cache;
      return within(PATIENCE_MS, refresh()).catch((error: unknown) => {
        if (!(error instanceof Late)) throw error;
        isLate = running !== null;
        return cache ?? last;
      });
    },
    /** Lets the next caller read at once, because this replica has just changed something. */
    recheck() {
      rechecks += 1;
      checkedAt = -Infinity;
    },
  };
}
