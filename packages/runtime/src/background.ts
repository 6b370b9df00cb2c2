import type { Log } from './log';

export type Task = { name: string; everyMs: number; run: () => Promise<unknown> };

/**
 * Runs a task every `everyMs` milliseconds, counted from its end, so that it never runs twice at once. A failure is logged, and
 * the task runs again.
 * @returns stop, which waits for the running turn
 */
export function every({ name, everyMs, run }: Task, log: Log): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let turn: Promise<void> = Promise.resolve();
  const go = () => {
    turn = Promise.resolve()
      .then(run)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error, task: name }, 'a background task failed; it will run again'),
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(go, everyMs);
      });
  };
  timer = setTimeout(go, everyMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await turn;
  };
}
