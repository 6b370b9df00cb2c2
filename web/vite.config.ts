import react from '@vitejs/plugin-react';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, defineConfig, loadEnv, type Plugin } from 'vite';

/** The build names fonts by their content, so their preload links are written after it. */
const preloadFonts: Plugin = {
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
const compressAssets: Plugin = {
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

/** The version of JavaScript that browsers must know. */
const TARGET = 'es2022';

/** Puts the first script into the HTML itself: it must notice when a file fails to load, so it must not be a file. */
const inlineStart: Plugin = {
  name: 'inline-start',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const entry = fileURLToPath(new URL('src/start/main.ts', import.meta.url));
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target: TARGET, lib: { entry, formats: ['iife'], name: 'start' } },
      });
      assert(Array.isArray(built) && built[0]);
      const { code } = built[0].output[0];
      return html.replace('/* src/start/main.ts */', () => code.trim().replaceAll('</script', '<\\/script'));
    },
  },
};

/**
 * While a page is open, a browser does not ask again for a module that it failed to load, but it does for data. So each module is
 * fetched as data before it is imported (web/src/lib/loading/arrived.ts).
 */
const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const exported = 'export const __vitePreload =';
      if (!code.includes(exported)) this.error('The loader of Vite has another shape: chunks that get lost would stay lost');
      return `import { arrived } from '/src/lib/loading/arrived.ts';
        ${code.replace(exported, 'const load =')};
        ${exported} (part, files, importer) => arrived(files, assetsURL).then(() => load(part, files, importer))`;
    },
  },
};

/** Libraries that offer their development build even to a production build: its path, and that of the production build. */
const PRODUCTION_BUILDS = [
  ['/react-router/dist/development/', '/react-router/dist/production/'],
  ['/immer/dist/immer.mjs', '/immer/dist/immer.production.mjs'],
] as const;
const takeProductionBuilds: Plugin = {
  name: 'take-production-builds',
  apply: (_config, { mode }) => mode === 'production',
  resolveId: {
    order: 'pre',
    filter: { id: /^(react-router(\/dom)?|immer)$/ },
    async handler(library, importer) {
      const found = (await this.resolve(library, importer))?.id ?? '';
      const [development, production] =
        PRODUCTION_BUILDS.find(([each]) => found.includes(each)) ??
        this.error(`${library} has no build that is known at ${found}`);
      return found.replace(development, production);
    },
  },
};

/**
 * The name of a style on all pages, from its own name and its file. Vite would add its line, and the first load has every name.
 */
const styleName = (name: string, _file: string, css: string) =>
  `${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 5)}`;

/** The paths that the development server sends on to the shop, at the PORT of `npm start`: from the environment or `.env`. */
function sentOn(mode: string) {
  const { PORT } = loadEnv(mode, fileURLToPath(new URL('..', import.meta.url)), 'PORT');
  const gateway = `http://127.0.0.1:${PORT || '8080'}`;
  return { '/api': gateway, '/media': gateway };
}

/**
 * The modules that every page needs, and those that every list of tracks needs: in one chunk each, not in one for each small
 * module. React stands apart, because each chunk runs in a task of its own (src/start/load-app.ts).
 */
const REACT = ['react', 'react-dom', 'scheduler'].map((name) => `/node_modules/${name}/`);
const CORE = [
  ...['react-redux', 'react-router', 'react-router-dom', '@reduxjs', 'redux', 'immer', 'reselect'].map(
    (name) => `/node_modules/${name}/`,
  ),
  ...['addresses', 'catalog', 'lists', 'prices'].map((name) => `/contracts/src/constants/${name}.`),
  '/contracts/src/pages.',
  ...['calls/api', 'calls/config-api', 'cx', 'jsx/', 'loading/', 'paths', 'time/server-clock', 'toast', 'watchers'].map(
    (name) => `/web/src/lib/${name}`,
  ),
  ...['details-api', 'session'].map((name) => `/web/src/features/session/${name}.`),
  ...['action/Button', 'feedback/ErrorBoundary', 'feedback/SectionBoundary'].map((name) => `/web/src/ui/${name}.`),
];
const TRACKS = [
  ...['covers', 'finding/mixing', 'pricing'].map((name) => `/contracts/src/${name}.`),
  '/web/src/ui/action/PlayButton.',
  ...['Badge', 'Cover', 'Money', 'Waveform'].map((name) => `/web/src/ui/display/${name}.`),
  ...['Query', 'Skeleton'].map((name) => `/web/src/ui/feedback/${name}.`),
  ...['LiveWaveform', 'peaks', 'playback', 'use-player'].map((name) => `/web/src/features/player/public/${name}.`),
  ...['Track', 'TrackBadges', 'TrackButtons', 'TrackCard', 'TrackParts', 'TrackRow'].map(
    (name) => `/web/src/features/catalog/public/tracks/${name}.`,
  ),
  ...['cached-tracks', 'missed-news', 'use-fresh-after-missed-news'].map((name) => `/web/src/features/catalog/api/${name}.`),
  '/web/src/features/session/ask-to-log-in.',
  '/web/src/pages/parts/use-track-props.',
  '/web/src/pages/storefront/NotFoundPage.', // a track's page shows it for an unknown track
  '/web/src/lib/use-media.',
  // A chunk for each icon is twice the size of the icon.
  ...['audio-lines', 'search', 'sliders-horizontal', 'users'].map((name) => `/lucide-react/dist/esm/icons/${name}.`),
];
/**
 * The modules that the account's pages share, and the constants that no first load needs: in one chunk, because the first load
 * has the name of each chunk.
 */
const ACCOUNT = [
  '/contracts/src/constants/',
  '/web/src/lib/files/',
  '/contracts/src/times/',
  ...['last-while-fetching', 'time/use-now'].map((name) => `/web/src/lib/${name}.`),
  ...['admin-role', 'kept', 'leave-session', 'use-kept-form'].map((name) => `/web/src/features/session/${name}.`),
];
/** The files of the entry and of the chunks that it imports. Every page has loaded them. */
const LOADED = /^assets\/(?:index|rolldown-runtime|react|core|tracks)-/;
/**
 * Whether a module belongs to a package's own copy of a library, which stays with that package: the charts bring their own
 * reselect.
 */
const isOfPackage = (id: string) => /\/node_modules\/.*\/node_modules\//.test(id);
const within = (parts: string[]) => (id: string) => !isOfPackage(id) && parts.some((part) => id.includes(part));

/** Without this check, a renamed module would leave its chunk unnoticed, and each page would load more. */
const everyPartIsThere: Plugin = {
  name: 'every-part-is-there',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd(error) {
    if (error) return;
    const ids = [...this.getModuleIds()];
    const lost = [...REACT, ...CORE, ...TRACKS, ...ACCOUNT].filter((part) => !ids.some(within([part])));
    if (lost.length > 0) this.error(`No module of the pages is called so, but a chunk names it: ${lost.join(', ')}`);
  },
};

export default defineConfig(({ command, mode }) => ({
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    inlineStart,
    compressAssets,
    preloadFonts,
    fetchBeforeImport,
    takeProductionBuilds,
    everyPartIsThere,
  ],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 5173, proxy: command === 'serve' ? sentOn(mode) : {} },
  build: { target: TARGET },
  css: { modules: { generateScopedName: styleName } },
  environments: {
    client: {
      build: {
        manifest: true,
        modulePreload: {
          polyfill: false,
          // Chunks do not list files that every page has loaded anyway.
          resolveDependencies: (_file, parts, { hostType }) =>
            hostType === 'html' ? parts : parts.filter((part) => !LOADED.test(part)),
        },
        rolldownOptions: {
          output: {
            // The first load names some 140 files, and a hash does not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                { name: 'react', test: within(REACT), priority: 3 },
                { name: 'core', test: within(CORE), priority: 2 },
                { name: 'tracks', test: within(TRACKS), priority: 1 },
                { name: 'account', test: within(ACCOUNT) },
              ],
            },
          },
        },
      },
    },
    /**
     * The build that the gateway renders pages with. It holds every package it needs, in a folder of the pages that is never
     * served.
     */
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      resolve: { noExternal: true, conditions: ['source', 'module', 'node', 'development|production'] },
      build: {
        outDir: 'dist/.server',
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: { format: 'cjs', entryFileNames: 'render-pages.cjs', chunkFileNames: '[name]-[hash].cjs' },
        },
      },
    },
  },
  // `vite build` makes both builds, the client's first, because it empties the folder that also holds the other.
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      for (const environment of [client, ssr]) if (environment) await builder.build(environment);
    },
  },
}));
