import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type Plugin } from 'vite';

/** The version of JavaScript that browsers must know. */
export const TARGET = 'es2022';

/** The build names fonts by their content, so their preload links are written after it. */
export const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
};

/** Scripts and styles are compressed here as well as possible, which would take too long at the start of the gateway. */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: (_config, { mode }) => mode === 'production',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    if (this.meta.watchMode) return;
    const brotli = promisify(brotliCompress);
    const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        await writeFile(`${path}.br`, await brotli(await readFile(path)));
      }),
    );
  },
};

/** Puts the first script into the HTML itself: it must notice when a file fails to load, so it must not be a file. */
export const inlineStart: Plugin = {
  name: 'inline-start',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const entry = fileURLToPath(new URL('../src/start/main.ts', import.meta.url));
      const output = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target: TARGET, lib: { entry, formats: ['iife'], name: 'start' } },
      });
      assert(Array.isArray(output) && output[0]);
      const { code } = output[0].output[0];
      return html.replace('/* src/start/main.ts */', () => code.trim().replaceAll('</script', '<\\/script'));
    },
  },
};

/**
 * While a page is open, a browser does not ask again for a module that it failed to load, but it does for data. So each module is
 * fetched as data before it is imported (web/src/lib/loading/arrived.ts).
 */
export const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const exportStart = 'export const __vitePreload =';
      if (!code.includes(exportStart)) this.error('The loader of Vite has another shape: chunks that get lost would stay lost');
      return `import { arrived } from '/src/lib/loading/arrived.ts';
        ${code.replace(exportStart, 'const load =')};
        ${exportStart} (part, files, importer) => arrived(files, assetsURL).then(() => load(part, files, importer))`;
    },
  },
};

/** Libraries that offer their development build even to a production build: its path, and that of the production build. */
const PRODUCTION_BUILDS = [
  ['/react-router/dist/development/', '/react-router/dist/production/'],
  ['/immer/dist/immer.mjs', '/immer/dist/immer.production.mjs'],
] as const;
export const takeProductionBuilds: Plugin = {
  name: 'take-production-builds',
  apply: (_config, { mode }) => mode === 'production',
  resolveId: {
    order: 'pre',
    filter: { id: /^(react-router(\/dom)?|immer)$/ },
    async handler(library, importer) {
      const path = (await this.resolve(library, importer))?.id ?? '';
      const [development, production] =
        PRODUCTION_BUILDS.find(([part]) => path.includes(part)) ?? this.error(`${library} has no build that is known at ${path}`);
      return path.replace(development, production);
    },
  },
};
