import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { answerEncoded, encoded, hashOf, type Encoded } from '@shop/http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { keepReleases, pathAmongReleases } from './earlier-releases';
import { readBuiltPage } from './built-page';
import { createRenderedPages, type RenderSources, type KeptPage } from './rendered-pages';
import type { PageRenderer } from './rendering/page-renderer';
import { movedTo, pageAt } from './page-at';
import { readPageChunks } from './page-chunks';
import { renderChunks, renderHead } from './heads/render-head';
import { countCalls } from '../guard/flood';
import { pagePolicy, watchedPolicy } from '../guard/security-headers';
import type { HeadOf } from './heads/spa-head';

const HTML = 'text/html; charset=utf-8';
const TYPES: Record<string, string> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt', '.webmanifest']);
const EFFORT = { level: 9, quality: 6 };
/** Pages that are made for one address in ten seconds; beyond that its browser renders them. */
const PAGES_MADE = { points: 30, duration: 10 };
/** Each path that a browser renders may have a head of its own. */
const MOST_SHELLS = 100;

/** What renders the public pages; without `renderer`, or while the shop is not ready, browsers render them. */
type Rendering = Omit<RenderSources, 'finish' | 'headOf' | 'policy' | 'renderer'> & {
  renderer: PageRenderer | null;
  isReady: () => boolean;
};

type Asset = { type: string; immutable: boolean; compressible: boolean; file: Encoded };

/**
 * Serves the built SPA from memory, each file compressed once. Public pages are rendered before they are sent; the browser
 * renders the others.
 */
export async function serveSpa(config: Config, headOf: HeadOf, rendering: Rendering): Promise<RequestHandler> {
  const { WEB_DIR: dir, WEB_RELEASES_DIR: releasesDir } = config;
  const assets = new Map<string, Asset>();
  if (existsSync(dir)) {
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      const parts = relative(dir, path).split(sep);
      if (!file.isFile() || /\.(map|br)$/.test(file.name) || parts.some((part) => part.startsWith('.'))) continue;
      const address = `/${parts.join('/')}`;
      assets.set(address, await loadAsset(path, address));
    }
  }
  const page = readBuiltPage(
    assets.get('/index.html')?.file.identity.toString() ??
      '<!doctype html><title>Not built</title><p>The web application is not built.',
    (address) => assets.get(address)?.file.identity.toString(),
  );
  assets.delete('/index.html');
  const chunksOf = await readPageChunks(dir);
  if (releasesDir) await keepReleases(dir, releasesDir);
  const { renderer, isReady } = rendering;
  const policy = JSON.stringify([pagePolicy(config, '', page.hashes), watchedPolicy(config)]);
  const countMade = countCalls(config.RATE_LIMIT_SCALE, PAGES_MADE);
  const mayMake = (req: Request) =>
    countMade(req).then(
      () => true,
      () => false,
    );
  const shells = new LRUCache<string, Encoded>({ max: MOST_SHELLS });
  const renderedPage =
    renderer &&
    createRenderedPages({
      ...rendering,
      renderer,
      headOf,
      policy,
      finish(path, head, rendered) {
        // the app asks for its data later; until then the page has what it shows
        const preload = head.preload?.filter((one) => 'cover' in one) ?? [];
        const tags = renderHead({ ...head, preload }, config.SITE_NAME, config.PUBLIC_URL);
        return page.rendered(tags, chunksOf(path), rendered);
      },
    });

  /** Reads a file of another release when somebody first asks for it, because most are never asked for. */
  const otherAsset = async (address: string) => {
    const path = releasesDir && pathAmongReleases(releasesDir, address);
    if (!path) return undefined;
    const asset = await loadAsset(path, address).catch(() => undefined);
    if (asset) assets.set(address, asset);
    return asset;
  };

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const asset = assets.get(req.path) ?? (await otherAsset(req.path));
    if (asset) {
      const asked = asset.compressible ? req.headers : { ...req.headers, 'accept-encoding': 'identity' };
      const { status, headers, body } = await answerEncoded(asked, asset.file);
      res.status(status).set({
        ...headers,
        'content-type': asset.type,
        'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      res.end(req.method === 'HEAD' ? undefined : body);
      return;
    }
    // no page has a dot in the last part of its address, so this is a file that does not exist, or was mistyped by a person
    if (/\.[^/]*$/.test(req.path) && !isOpened(req)) {
      res.set('cache-control', 'no-store'); // the file may exist in a moment: a release is on its way
      return next();
    }
    const moved = movedTo(req.path);
    if (moved) {
      res.set('cache-control', 'no-cache').redirect(301, moved + req.url.slice(req.path.length));
      return;
    }
    // a nonce goes out beside the page: a cache between would hand the same one to everybody
    res.set({ 'content-type': HTML, 'cache-control': 'private, no-cache' });
    const kept = renderedPage && isReady() ? await renderedPage(req.url, () => mayMake(req)) : undefined;
    if (kept && 'movedTo' in kept) return res.redirect(kept.movedTo);
    if (kept && 'html' in kept) return sendPage(req, res, kept);

    const head = kept?.shellHead ?? (await headOf(req.path));
    const noindex = head.noindex || isLaterPart(req);
    const tags = renderHead({ ...head, noindex }, config.SITE_NAME, config.PUBLIC_URL);
    const shell = page.shell(tags, renderChunks(chunksOf(req.path)));
    return sendPage(req, res, { status: head.status ?? 200, html: shellInEncodings(shell) });
  };

  /** A shell as it is sent; its head makes it one of a few. */
  function shellInEncodings(html: string): Encoded {
    const known = shells.get(html) ?? encoded(Buffer.from(html), { ...EFFORT, etag: `"${hashOf(policy + html)}"` });
    shells.set(html, known);
    return known;
  }

  /** The page is the same for everybody, so what may run in it is said beside it, with a new nonce for each answer. */
  function policies() {
    const nonce = randomBytes(16).toString('base64');
    return {
      'content-security-policy': pagePolicy(config, nonce, page.hashes),
      'server-timing': `nonce;desc="${nonce}"`,
      ...watchedPolicy(config),
    };
  }

  async function sendPage(req: Request, res: Response, { status, html }: KeptPage) {
    // only what was found can be known already
    const { 'if-none-match': known, ...asked } = req.headers;
    const answer = await answerEncoded(status === 200 ? { ...asked, 'if-none-match': known } : asked, html);
    // with 304 the browser keeps policy and nonce of the answer that it has
    if (answer.body) res.set(policies());
    else res.removeHeader('content-security-policy');
    res.status(answer.body ? status : 304).set(answer.headers);
    if (status === 503) res.set('retry-after', '5');
    res.end(req.method === 'HEAD' ? undefined : answer.body);
  }
}

/** Whether a person opens the address, and no page fetches it as a part of itself. Browsers that are old say so by what they accept alone. */
const isOpened = ({ headers }: Request) =>
  headers['sec-fetch-dest'] ? headers['sec-fetch-dest'] === 'document' : /^text\/html\b/.test(headers.accept ?? '');

/** Whether the page is a part of the list that search engines find elsewhere (docs/product/catalogue.md#filters). */
const isLaterPart = ({ path, query }: Request) => pageAt(path) === 'shop' && 'after' in query;

async function loadAsset(path: string, address: string): Promise<Asset> {
  const extension = extname(path);
  const identity = await readFile(path);
  const br = await readFile(`${path}.br`).catch(() => undefined);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    // Vite puts a hash into the names below /assets/
    immutable: address.startsWith('/assets/'),
    compressible: COMPRESSIBLE.has(extension),
    file: encoded(identity, { ...EFFORT, ...(br && { br }) }),
  };
}
