import { pageAt } from '@shop/contracts/page-at';
import { addressOf, scalePoints, type EncodedBody } from '@shop/http';
import { HEADS } from '@shop/contracts/heads';
import { LEADS_TO, PAGES } from '@shop/contracts/pages';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { countUses } from '../guard/flood';
import { BUILT_PAGE, openBuiltFiles, sendBuilt } from './built-files';
import { readBuiltPage } from './built-page';
import { createPageAnswers, type KeptPage } from './page-answers';
import { createRenderedPages, type RenderSources } from './rendered-pages';
import type { PageRenderer } from './rendering/page-renderer';
import { readPageChunks } from './page-chunks';
import { renderChunks, renderHead } from './heads/render-head';
import { renderPlainPage } from './heads/render-plain-page';
import type { Head, HeadOf } from './heads/head';

const HTML = 'text/html; charset=utf-8';
const NOT_BUILT = '<!doctype html><title>Not built</title><p>The web application is not built.';
/** The most pages made for one address in ten seconds; beyond that its browser renders them. */
const PAGES_MADE = { points: 30, seconds: 10 };
/** Each path that a browser renders may have a head of its own. */
const MOST_SHELLS = 100;

/** The renderer of the public pages; without `renderer`, or while the shop is not ready, browsers render them. */
type Rendering = Omit<RenderSources, 'finish' | 'headOf' | 'renderer'> & {
  renderer: PageRenderer | null;
  isReady: () => boolean;
};

/** Serves the built SPA from memory. The server renders public pages; the browser renders the others. */
export async function serveSpa(config: Config, headOf: HeadOf, rendering: Rendering): Promise<RequestHandler> {
  const files = await openBuiltFiles(config);
  const page = readBuiltPage(files.textOf(BUILT_PAGE) ?? NOT_BUILT, files.textOf);
  const answers = createPageAnswers(config, page.hashes);
  const chunksOf = await readPageChunks(config.WEB_DIR);
  const tagsOf = (head: Head) => renderHead(head, config.SITE_NAME, config.PUBLIC_URL);

  const shellOf = createShells(answers.ready, (path, head) =>
    page.shell(tagsOf(head), renderChunks(chunksOf(path)), renderPlainPage(head, config.SITE_NAME)),
  );
  const { renderer, isReady } = rendering;
  const renderedPage =
    renderer &&
    createRenderedPages({
      ...rendering,
      renderer,
      headOf,
      finish(path, head, output) {
        // The app reads its data later; until then the page shows the rendered ones.
        const preload = head.preload?.filter((resource) => 'cover' in resource) ?? [];
        return answers.ready(page.rendered(tagsOf({ ...head, preload }), chunksOf(path), output));
      },
    });
  const mayMake = oftenEnough(config.RATE_LIMIT_SCALE);

  const pageFor = async (req: Request) => {
    const outcome = renderedPage && isReady() ? await renderedPage(req.url, () => mayMake(req)) : undefined;
    if (outcome && !('shellHead' in outcome)) return outcome;
    const head = outcome?.shellHead ?? (await headOf(req.path));
    return shellOf(req.path, { ...head, noindex: head.noindex || isLaterPart(req) });
  };

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const file = await files.at(req.path);
    if (file) return sendBuilt(req, res, file);
    if (isMissingFile(req)) {
      res.set('cache-control', 'no-store'); // the file may exist in a moment, during a release
      return next();
    }
    const newAddress = movedTo(req.path);
    if (newAddress) return res.set('cache-control', 'no-cache').redirect(301, newAddress + req.url.slice(req.path.length));
    // A cache between would give everybody the same nonce of the header.
    res.set({ 'content-type': HTML, 'cache-control': 'private, no-cache' });
    const outcome = await pageFor(req);
    return 'movedTo' in outcome ? res.redirect(outcome.movedTo) : answers.send(req, res, outcome);
  };
}

/** @returns the page that a browser renders at a path; pages with the same head are kept once */
function createShells(ready: (html: string) => EncodedBody, draw: (path: string, head: Head) => string) {
  const shells = new LRUCache<string, EncodedBody>({ max: MOST_SHELLS });
  return (path: string, head: Head): KeptPage => {
    const html = draw(path, head);
    const shell = shells.get(html) ?? ready(html);
    shells.set(html, shell);
    return { status: head.status ?? 200, html: shell };
  };
}

/** @returns whether one more page may be made for the requesting address */
function oftenEnough(rateScale: number) {
  const use = countUses({ ...PAGES_MADE, points: scalePoints(PAGES_MADE.points, rateScale) });
  return ({ ip }: Request) => use(addressOf(ip)) === 0;
}

/** Whether the request is for a missing file: only a mistyped page address has a dot in its last part. */
const isMissingFile = (req: Request) => /\.[^/]*$/.test(req.path) && !isOpened(req);

/** Whether a person opens the address, not a page that fetches it. Older browsers show this only by the types they accept. */
const isOpened = ({ headers }: Request) =>
  headers['sec-fetch-dest'] ? headers['sec-fetch-dest'] === 'document' : /^text\/html\b/.test(headers.accept ?? '');

/** Whether the page is a part of the list that search engines find elsewhere (docs/product/catalogue.md#filters). */
const isLaterPart = ({ path, query }: Request) => pageAt(path)?.name === 'shop' && 'after' in query;

/**
 * The page's own address, for a request by another one: an address that leads to it, or a slash at the end of the address of a
 * server-rendered page.
 * @returns undefined when the request has the page's own address
 */
function movedTo(path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/$/, '');
  if (bare in LEADS_TO) return PAGES[LEADS_TO[bare as keyof typeof LEADS_TO]];
  const page = pageAt(path);
  return bare !== path && page && HEADS[page.name].rendered ? bare : undefined;
}
