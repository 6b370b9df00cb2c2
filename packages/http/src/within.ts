export class Late extends Error {}

/**
 * Waits for work, but not longer than `ms`; the timer keeps no process alive. Late work goes on, and its result or error is
 * ignored. @throws Late with `message`
 */
export async function within<Result>(ms: number, work: Promise<Result>, message = `No answer within ${ms} ms`): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late(message)), ms).unref();
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
