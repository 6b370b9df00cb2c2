/** What somebody waited for took too long. */
export class Late extends Error {}

/**
 * Waits for work, but not longer than `ms`; the timer keeps no process alive. Work that is late goes on, and nobody hears how it ends.
 * @throws Late, with the message `late`
 */
export async function within<Result>(ms: number, work: Promise<Result>, late = `No answer within ${ms} ms`): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late(late)), ms).unref();
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
