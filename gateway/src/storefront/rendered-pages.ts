import { HEADS } from '@shop/contracts/heads';
import { pageAt } from '@shop/contracts/page-at';
import { NOWHERE } from '@shop/contracts/pages';
import type { ConfigView } from '@shop/contracts/views';
import type { EncodedBody } from '@shop/http';
import { LRUCache } from 'lru-cache';
import type { Answer, Job, RenderedPage, Plan } from './rendering/render-worker';
import type { PageRenderer, Running } from './rendering/page-renderer';
import type { KeptPage } from './page-answers';
import type { CatalogAnswers } from './catalog-answers';
import type { Head, HeadOf } from './heads/head';

/** Pages at addresses without a choice of filters, and those with one: anybody can make up any number of choices. */
const MOST_KEPT = { max: 500, maxSize: 60_000_000 };
const MOST_CHOICES_KEPT = { max: 100, maxSize: 10_000_000 };
/** A page's memory in multiples of its HTML: its encodings together take less than the HTML. */
const WITH_ENCODINGS = 2;
/** Addresses also differ in parts that no page shows, such as where a link was found. */
const MOST_PLANS = 2000;
const LONGEST_ADDRESS = 2000;

/** The shorter address of a page that a form requested with needless parameters. */
type Redirection = { movedTo: string };
/** The head, as far as known, of a page that the browser renders: a request that has waited for catalog does not wait again. */
type Shell = { shellHead: Head };

export type RenderSources = {
  config: ConfigView;
  renderer: PageRenderer;
  answers: CatalogAnswers;
  headOf: HeadOf;
  /** Puts a rendered body into the page at a path. */
  finish: (path: string, head: Head, output: RenderedPage) => EncodedBody;
};

/** The input for rendering a page; `version` changes with it. */
type Input = { page: string; path: string; address: string; version: string; head: Head; answers: Answer[] };

type CachedPage = { version: string; shown: Promise<KeptPage | undefined>; bytes: number };
const memory = (most: { max: number; maxSize: number }) =>
  new LRUCache<string, CachedPage>({ ...most, sizeCalculation: ({ bytes }) => bytes });

/**
 * Keeps the pages that the server renders, by address, until their content changes; the least recently requested ones are
 * forgotten first. A page that is not kept is made only if `mayMake` allows it.
 * @returns undefined, or the head, for a page that the browser renders
 */
export function createRenderedPages({ config, renderer, answers, headOf, finish }: RenderSources) {
  const plans = new LRUCache<string, Plan>({ max: MOST_PLANS });
  const [plain, choices] = [memory(MOST_KEPT), memory(MOST_CHOICES_KEPT)];
  const keptAt = (address: string) => (address.includes('?') ? choices : plain);

  const isKept = (url: string) => {
    const plan = plans.peek(url);
    return plan !== undefined && (plan.moved || keptAt(plan.canonical).peek(plan.canonical) !== undefined);
  };

  const planOf = async (page: string, address: string) => {
    const plan = plans.get(address) ?? (await inTime(renderer.run({ do: 'plan', page, address })));
    if (plan) plans.set(address, plan);
    return plan;
  };

  const inputOf = async (url: string, mayMake: () => boolean): Promise<Input | Redirection | Shell | undefined> => {
    const path = pathIn(url);
    const page = pageAt(path)?.name;
    if (page && (!HEADS[page].rendered || url.length > LONGEST_ADDRESS)) return undefined;
    if (page && !isKept(url) && !mayMake()) return undefined;
    const plan = page && (await planOf(page, url));
    if (page && !plan) return undefined;
    if (plan?.moved) return { movedTo: plan.canonical };
    const withinMs = renderer.renderMs;
    const calls = (plan?.calls ?? []).map((call) => answers.to(call, withinMs));
    const [firstHead, ...callAnswers] = await Promise.all([headOf(path, withinMs), ...calls]);
    const catalogAnswers = callAnswers.filter((answer) => answer !== null);
    const isAnswered = catalogAnswers.length === callAnswers.length;
    // The newest track is known only now.
    const pageHead = page && HEADS[page].showsNewest && isAnswered ? await headOf(path) : firstHead;
    const head = plan?.noindex ? { ...pageHead, noindex: true } : pageHead;
    if (!page || !plan || head.status === 404)
      return { page: 'notFound', path: NOWHERE, address: NOWHERE, version: '', head, answers: [] };
    if (!isAnswered) {
      renderer.count('unanswered');
      return { shellHead: head };
    }
    const version = JSON.stringify([head, ...catalogAnswers.map((answer) => answer.version)]);
    return {
      page,
      path,
      address: plan.canonical,
      version,
      head,
      answers: catalogAnswers.map(({ status, body }) => ({ status, body })),
    };
  };

  /**
   * Renders a page and keeps it, even when it is too late for its request.
   * @returns undefined when it cannot be rendered in time
   */
  const make = ({ page, path, address, version, head, answers: pageAnswers }: Input): Promise<KeptPage | undefined> => {
    const { done, late } = renderer.run({ do: 'render', page, address, config, answers: pageAnswers });
    const keptPage = done
      .then((output) => output && { status: head.status ?? 200, html: finish(path, head, output) })
      .catch(() => undefined);
    const timelyPage = Promise.race([keptPage, late]);
    const cache = keptAt(address);
    cache.set(address, { version, shown: timelyPage, bytes: 1 });
    void keptPage.then((finishedPage) => {
      // Another version may have taken its place meanwhile.
      if (cache.peek(address)?.shown !== timelyPage) return;
      // A page that could not be rendered is tried again at the next visit.
      if (finishedPage)
        cache.set(address, { version, shown: keptPage, bytes: WITH_ENCODINGS * finishedPage.html.identity.length });
      else cache.delete(address);
    });
    return timelyPage;
  };

  /** `url` is a path with its query. */
  return async (url: string, mayMake: () => boolean): Promise<KeptPage | Redirection | Shell | undefined> => {
    const input = await inputOf(url, mayMake);
    if (!input || !('version' in input)) return input;
    const cachedPage = keptAt(input.address).get(input.address);
    const page = await (cachedPage?.version === input.version ? cachedPage.shown : make(input));
    return page ?? { shellHead: input.head };
  };
}

const inTime = <ThisJob extends Job>({ done, late }: Running<ThisJob>) => Promise.race([done, late]);

const pathIn = (url: string) => url.replace(/[?#].*$/s, '');
