import { extname } from 'node:path';
import { Piscina } from 'piscina';

const IDLE_MS = 30_000;

/** A pool whose threads perform tasks by a function of the type `Perform`. */
export type WorkerPool<Perform extends (task: never) => unknown> = Piscina<Parameters<Perform>[0], Awaited<ReturnType<Perform>>>;

/**
 * Opens a pool of one thread, which performs one task at a time by the function that `file` exports as default (`Perform` is its
 * type). It starts with a task, and ends with its memory when it has had none for a while. A task whose thread dies fails, and
 * another thread takes the next one. An idle thread does not keep the process alive.
 * Tasks with a signal may overtake each other: a caller for whom their order counts has them wait in a queue of its own
 * (createFairQueue).
 *
 * @param file the path of the worker: JavaScript once compiled, TypeScript in tests
 * @param heapMb the thread's most memory for objects, in MB
 */
export function openWorkerPool<Perform extends (task: never) => unknown>(
  file: string,
  { heapMb }: { heapMb?: number } = {},
): WorkerPool<Perform> {
  const pool: WorkerPool<Perform> = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    // Otherwise a thread without a task is blocked, and all that it still has to do with it.
    atomics: 'disabled',
    ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    execArgv: extname(file) === '.ts' ? ['--require', require.resolve('tsx/cjs'), '--conditions=source'] : [],
  });
  // Without a listener, a thread that dies idle ends the process.
  pool.on('error', () => undefined);
  return pool;
}
