import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { answerEncoded, encode, type EncodedBody } from '@shop/http';
import type { Request, Response } from 'express';
import type { Config } from '../config';
import { saveReleases, pathAmongReleases } from './earlier-releases';

const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt', '.webmanifest']);
const EFFORT = { level: 9, quality: 6 };
/** The page that is filled for each address; it is not served at its own address. */
export const BUILT_PAGE = '/index.html';

type BuiltFile = { extension: string; immutable: boolean; body: EncodedBody };

/** Reads the files of the build into memory. Each is compressed once. */
export async function openBuiltFiles({ WEB_DIR: dir, WEB_RELEASES_DIR: releasesDir }: Config) {
  const files = await filesIn(dir);
  if (releasesDir) await saveReleases(dir, releasesDir);

  /** Reads a file of another release on its first request, because most are never requested. */
  const otherAt = async (address: string) => {
    const path = releasesDir && pathAmongReleases(releasesDir, address);
    if (!path) return undefined;
    const file = await readBuilt(path, address).catch(() => undefined);
    if (file) files.set(address, file);
    return file;
  };

  return {
    textOf: (address: string) => files.get(address)?.body.identity.toString(),
    /** The requested file, of this release or another one. */
    at: async (address: string) => (address === BUILT_PAGE ? undefined : (files.get(address) ?? (await otherAt(address)))),
  };
}

async function filesIn(dir: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(dir)) return files;
  for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const parts = relative(dir, path).split(sep);
    if (!file.isFile() || /\.(map|br)$/.test(file.name) || parts.some((part) => part.startsWith('.'))) continue;
    const address = `/${parts.join('/')}`;
    files.set(address, await readBuilt(path, address));
  }
  return files;
}

async function readBuilt(path: string, address: string): Promise<BuiltFile> {
  const identity = await readFile(path);
  const br = await readFile(`${path}.br`).catch(() => undefined);
  return {
    extension: extname(path),
    // Vite puts a hash into the names below /assets/.
    immutable: address.startsWith('/assets/'),
    body: encode(identity, { ...EFFORT, ...(br && { br }) }),
  };
}

export async function sendBuilt(req: Request, res: Response, { extension, immutable, body: file }: BuiltFile) {
  const requestHeaders = COMPRESSIBLE.has(extension) ? req.headers : { ...req.headers, 'accept-encoding': 'identity' };
  const { status, headers, body } = await answerEncoded(requestHeaders, file);
  res
    .status(status)
    .type(extension)
    .set({ ...headers, 'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache' });
  res.end(req.method === 'HEAD' ? undefined : body);
}
