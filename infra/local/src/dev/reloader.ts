import type { RunningService } from '@shop/runtime';
import { FREE_PORTS, type Launch } from '../shop/launch';

type Reloader = {
  launch: Launch;
  /** Stops a launched part and starts it again at its ports, from the module that `load` returns. Never fails: it prints errors. */
  reload: (name: string) => Promise<void>;
};

/**
 * Starts the parts of the shop so that each can be started again alone, one at a time. `load` returns a part's module from its
 * present source. A part whose source cannot be loaded goes on as before; a part that does not start stays stopped until its next
 * reload.
 */
export function createReloader(load: (name: string) => unknown, say: (line: string) => void): Reloader {
  const parts = new Map<string, (fresh: unknown) => Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };

  const launch: Launch = async (name, module, start) => {
    const first = await start(module, FREE_PORTS);
    const at = { PORT: new URL(first.url).port, OPS_PORT: new URL(first.opsUrl).port };
    let running: RunningService | null = first;
    const stop = async () => {
      const before = running;
      running = null;
      await before?.stop();
    };
    parts.set(name, async (fresh) => {
      await stop();
      running = await start(fresh as typeof module, at);
    });
    return {
      ...first,
      stop: () => {
        parts.delete(name);
        return inTurn(stop);
      },
    };
  };

  const reload = (name: string) =>
    inTurn(async () => {
      const startAgain = parts.get(name);
      if (!startAgain) return;
      const began = performance.now();
      let fresh: unknown;
      try {
        fresh = load(name);
      } catch (error) {
        return say(`${name} cannot be loaded, so it goes on as before the change: ${reasonOf(error)}`);
      }
      try {
        await startAgain(fresh);
      } catch (error) {
        return say(`${name} does not start, and stands still until its next change: ${reasonOf(error)}`);
      }
      say(`${name} reloaded in ${Math.round(performance.now() - began)} ms.`);
    });

  return { launch, reload };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
