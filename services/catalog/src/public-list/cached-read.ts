import { Late, within } from '@shop/http';

const CHECK_MS = 1000;
/** How long a caller waits for a newer version while an older one is kept. */
const PATIENCE_MS = 300;
/** A read that takes longer is lost with its connection, or goes on by itself, as the fill of a search does. */
const LOST_AFTER_MS = 30_000;

type Run<Kept> = { rechecks: number; done: Promise<Kept> };

/**
 * Keeps the answer of `read` and reads again at most once a second. `read` may change what is kept only while `isWanted` says that
 * it has not been given up, after half a minute. The kept answer is used while the database fails (`onFailure` hears why) or
 * hangs.
 */
export function cachedRead<Kept>(
  read: (previous: Kept | null, isWanted: () => boolean) => Promise<Kept>,
  onFailure: (error: unknown) => void,
) {
  let cached: Kept | null = null;
  let checkedAt = -Infinity;
  let rechecks = 0;
  let running: Run<Kept> | null = null;
  let isLate = false;

  function begin(): Run<Kept> {
    const startedAt = performance.now();
    const rechecksAtStart = rechecks;
    // This read may have missed a change that came meanwhile.
    const markChecked = (at: number) => {
      if (rechecksAtStart === rechecks) checkedAt = at;
    };
    let isWanted = true;
    const reading = within(
      LOST_AFTER_MS,
      read(cached, () => isWanted),
    )
      .then(
        (next) => {
          cached = next;
          markChecked(startedAt);
          return next;
        },
        (error: unknown) => {
          if (cached === null) throw error;
          onFailure(error);
          markChecked(performance.now());
          return cached;
        },
      )
      .finally(() => {
        isWanted = false;
        running = null;
        isLate = false;
      });
    return { rechecks: rechecksAtStart, done: reading };
  }

  async function refresh(): Promise<Kept> {
    if (running && running.rechecks !== rechecks) await running.done.catch(() => undefined);
    running ??= begin();
    return running.done;
  }

  return {
    /** @throws the error of `read`, while nothing is kept */
    async current(): Promise<Kept> {
      if (cached !== null && performance.now() - checkedAt < CHECK_MS) return cached;
      if (cached === null) return refresh();
      // One caller has waited already, so the others need not.
      if (isLate) return cached;
      const last = cached;
      return within(PATIENCE_MS, refresh()).catch((error: unknown) => {
        if (!(error instanceof Late)) throw error;
        isLate = running !== null;
        return cached ?? last;
      });
    },
    /** Lets the next caller read at once, because this replica has just changed something. */
    recheck() {
      rechecks += 1;
      checkedAt = -Infinity;
    },
  };
}
