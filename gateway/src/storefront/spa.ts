import { randomBytes, createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import type { Config } from '../config';
import { keepReleases } from './earlier-releases';
import { encode, pickEncoding, type Encoded } from './encodings';
import { readPageChunks } from './page-chunks';
import { renderChunks, renderHead, splitPage } from './render-head';
import { pagePolicy, watchedPolicy } from '../guard/security-headers';
import type { HeadOf } from './spa-head';

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

type Asset = { type: string; etag: string; immutable: boolean; bodies: Encoded };

/** Serves the built SPA from memory, compressed once at start. Every page gets a nonce and a head of its own. */
export async function serveSpa(config: Config, headOf: HeadOf): Promise<RequestHandler> {
  const dir = config.WEB_DIR;
  const assets = new Map<string, Asset>();
  if (existsSync(dir)) {
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || file.name.endsWith('.map') || file.name.startsWith('.')) continue;
      const path = join(file.parentPath, file.name);
      const address = `/${relative(dir, path).split(sep).join('/')}`;
      assets.set(address, await loadAsset(path, address));
    }
  }
  const page =
    assets.get('/index.html')?.bodies.identity.toString() ??
    '<!doctype html><title>Not built</title><p>The web application is not built.';
  assets.delete('/index.html');
  const [before, headRest, after] = splitPage(page);
  const chunksOf = await readPageChunks(dir);
  const earlier = config.WEB_RELEASES_DIR ? await keepReleases(dir, config.WEB_RELEASES_DIR) : new Map<string, string>();

  /** Reads a file of an earlier release when somebody first asks for it, because most are never asked for. */
  const earlierAsset = async (address: string) => {
    const path = earlier.get(address);
    if (path === undefined) return undefined;
    const asset = await loadAsset(path, address).catch(() => undefined);
    if (asset) assets.set(address, asset);
    return asset;
  };

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const asset = assets.get(req.path) ?? (await earlierAsset(req.path));
    if (asset) {
      const encoding = asset.bodies.identity === asset.bodies.gzip ? 'identity' : pickEncoding(req.headers['accept-encoding']);
      res.set({
        'content-type': asset.type,
        'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: asset.etag,
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      });
      if (req.headers['if-none-match'] === asset.etag) res.status(304).end();
      else res.end(req.method === 'HEAD' ? undefined : asset.bodies[encoding]);
      return;
    }
    // no page has a dot in the last part of its address, so this is a file that does not exist
    if (/\.[^/]*$/.test(req.path)) {
      res.set('cache-control', 'no-store'); // the file may exist in a moment: a release is on its way
      return next();
    }
    const nonce = randomBytes(16).toString('base64');
    const head = await headOf(req.path);
    const withNonce = (part: string) => part.replaceAll('__CSP_NONCE__', nonce);
    const tags = renderHead(head, config.SITE_NAME, config.PUBLIC_URL);
    const chunks = renderChunks(chunksOf(req.path));
    res.status(head.status ?? 200).set({
      'content-type': HTML,
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy(config, nonce),
      ...watchedPolicy(config),
    });
    res.send(withNonce(before) + tags + withNonce(headRest) + chunks + withNonce(after));
  };
}

async function loadAsset(path: string, address: string): Promise<Asset> {
  const identity = await readFile(path);
  const extension = extname(path);
  const bodies = COMPRESSIBLE.has(extension) ? await encode(identity) : { identity, gzip: identity, br: identity };
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // Vite puts a hash into the names below /assets/
    immutable: address.startsWith('/assets/'),
    bodies,
  };
}
