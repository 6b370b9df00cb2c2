import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConfigView } from '@shop/contracts/views';

/** An answer of the API to a visitor, its body as JSON text. */
export type Answer = { status: number; body: Uint8Array };
/** The HTML of a page's body, and the state with which its app hydrates it, as JSON. */
export type RenderedPage = { body: string; state: string };
/**
 * All addresses with the same `canonical` one show the same page; `moved` ones lead to it. `calls` are the addresses of the API
 * calls for its rendering. `noindex` keeps the page out of search engines.
 */
export type Plan = { canonical: string; calls: string[]; moved?: boolean; noindex?: boolean };
/** A page to plan or render, with the answers to the calls of its plan. */
export type Job =
  | { do: 'plan'; page: string; address: string }
  | { do: 'render'; page: string; address: string; config: ConfigView; answers: Answer[] };
export type ResultOf<ThisJob extends Job = Job> = ThisJob extends { do: 'plan' } ? Plan : RenderedPage;
/** `deadline` is a time of Date.now, after which nobody waits for the job. */
export type JobMessage = { id: number; job: Job; deadline: number };
export type JobOutcome = { id: number; done: ResultOf } | { id: number; failed: string } | { id: number; skipped: true };
export type WorkerMessage = { ready: true } | JobOutcome;

/** The built module of the pages (web/src/entry-server.tsx). */
type Pages = {
  loadPages: () => Promise<unknown>;
  planPage: (page: string, address: string) => Plan;
  renderPage: (
    page: string,
    address: string,
    config: ConfigView,
    answers: { status: number; body: unknown }[],
  ) => Promise<RenderedPage>;
};

assert(parentPort, 'this file runs as a worker');
const port = parentPort;
const post = (message: WorkerMessage) => port.postMessage(message);

// Newer Nodes have these too: all visitors would share their contents, and the first access prints a warning.
for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);

const read = ({ status, body }: Answer) => ({ status, body: JSON.parse(Buffer.from(body).toString()) as unknown });

async function work() {
  const pages = (await import((workerData as { module: string }).module)) as Pages;
  await pages.loadPages();
  const perform = async (job: Job): Promise<ResultOf> =>
    job.do === 'plan'
      ? pages.planPage(job.page, job.address)
      : pages.renderPage(job.page, job.address, job.config, job.answers.map(read));
  const answer = async ({ id, job, deadline }: JobMessage) => {
    if (Date.now() > deadline) return post({ id, skipped: true });
    await perform(job).then(
      (result) => post({ id, done: result }),
      (error: unknown) => post({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  };
  // Pages that are rendered side by side would all be ready at the same time, and late.
  let last = Promise.resolve();
  port.on('message', (message: JobMessage) => {
    last = last.then(() => answer(message));
  });
  post({ ready: true });
}
void work();
