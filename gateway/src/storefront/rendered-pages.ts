import { HEADS } from '@shop/contracts/heads';
import type { ConfigView } from '@shop/contracts/views';
import { encoded, type Encoded } from '@shop/http';
import { LRUCache } from 'lru-cache';
import type { Answer, Rendered, Plan } from './rendering/render-worker';
import type { PageRenderer } from './rendering/page-renderer';
import { pageAt } from './page-at';
import type { CatalogAnswers } from './catalog-answers';
import type { Head, HeadOf } from './spa-head';

const MOST_KEPT = 500;
/** Addresses differ in what no page shows, such as where a link was found. */
const MOST_PLANS = 2000;
const LONGEST_ADDRESS = 2000;

/** A page of 57 kB takes 1.4 ms; quality 9 takes 23 ms and saves half a percent. */
const EFFORT = { level: 9, quality: 6 };

/** A finished page. It is the same for every visitor. */
export type KeptPage = { status: number; html: Encoded };
/** Where a page is that a form asked for in more words than it has to. */
type Moved = { movedTo: string };

export type RenderSources = {
  config: ConfigView;
  renderer: PageRenderer;
  answers: CatalogAnswers;
  headOf: HeadOf;
  /** Puts a rendered body into the page at a path. */
  finish: (path: string, head: Head, rendered: Rendered) => string;
};

/** What a page is rendered with; `version` changes with it. */
type Input = { page: string; path: string; address: string; version: string; head: Head; answers: Answer[] };

/**
 * Keeps the pages that the server renders, by address, for as long as what they show has not changed. The ones asked for least recently are
 * forgotten first. → undefined for a page that the browser renders
 */
export function createRenderedPages({ config, renderer, answers, headOf, finish }: RenderSources) {
  const plans = new LRUCache<string, Plan>({ max: MOST_PLANS });
  const kept = new LRUCache<string, { version: string; page: Promise<KeptPage | undefined> }>({ max: MOST_KEPT });

  const planOf = async (page: string, address: string) => {
    const known = plans.get(address) ?? (await renderer.run({ do: 'plan', page, address }));
    if (known) plans.set(address, known);
    return known;
  };

  const inputOf = async (url: string): Promise<Input | Moved | undefined> => {
    const path = pathIn(url);
    const page = pageAt(path);
    if (page && (!HEADS[page].rendered || url.length > LONGEST_ADDRESS)) return undefined;
    const plan = page && (await planOf(page, url));
    if (page && !plan) return undefined;
    if (plan?.moved) return { movedTo: plan.canonical };
    const given = await Promise.all((plan?.calls ?? []).map(answers.to));
    const said = await headOf(path);
    const head = plan?.noindex ? { ...said, noindex: true } : said;
    if (!page || !plan || head.status === 404)
      return { page: 'notFound', path: NOWHERE, address: NOWHERE, version: '', head, answers: [] };
    const known = given.filter((one) => one !== null);
    if (known.length < given.length) return undefined;
    const version = JSON.stringify([head, ...known.map((one) => one.version)]);
    return { page, path, address: plan.canonical, version, head, answers: known.map(({ status, body }) => ({ status, body })) };
  };

  const make = async ({ page, path, address, head, answers: given }: Input): Promise<KeptPage | undefined> => {
    const rendered = await renderer.run({ do: 'render', page, address, config, answers: given });
    if (!rendered) return undefined;
    const html = finish(path, head, rendered);
    return { status: head.status ?? 200, html: encoded(Buffer.from(html), EFFORT) };
  };

  /** `url` is a path with its query. */
  return async (url: string): Promise<KeptPage | Moved | undefined> => {
    const input = await inputOf(url);
    if (!input || 'movedTo' in input) return input;
    const { address, version } = input;
    const known = kept.get(address);
    if (known?.version === version) return known.page;
    const page = make(input).catch(() => undefined);
    kept.set(address, { version, page });
    const made = await page;
    // what could not be rendered is tried again at the next visit
    if (!made && kept.peek(address)?.page === page) kept.delete(address);
    return made;
  };
}

const pathIn = (url: string) => url.replace(/[?#].*$/s, '');

/** All addresses that are none share one page. */
const NOWHERE = '/nowhere';
