import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadEnv } from 'vite';
import { CHUNKS, findSharedModules, LOADED } from './build/chunks.ts';
import { compressAssets, fetchBeforeImport, inlineStart, preloadFonts, takeProductionBuilds, TARGET } from './build/plugins.ts';

/**
 * The name of a style on all pages, from its own name and its file. Vite would add its line, and the first load has every name.
 */
const styleName = (name: string, _file: string, css: string) =>
  `${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 5)}`;

/** The paths that the development server sends on to the shop, at the PORT of `npm start`: from the environment or `.env`. */
function sentOn(mode: string) {
  const { PORT } = loadEnv(mode, fileURLToPath(new URL('..', import.meta.url)), 'PORT');
  const gateway = `http://127.0.0.1:${PORT || '8080'}`;
  // The page of the log stands above what clients of the log fetch.
  return { '/api': gateway, '/media': gateway, '^/log/(checkpoint|key|tile)': gateway, '/.well-known': gateway };
}

/** What decides which modules the app has. */
const modules = () => ({
  plugins: [react({ jsxImportSource: '#jsx' }), fetchBeforeImport, takeProductionBuilds],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
});

export default defineConfig(({ command, mode }) => ({
  ...modules(),
  plugins: [...modules().plugins, inlineStart, compressAssets, preloadFonts, findSharedModules({ ...modules(), mode })],
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
              groups: CHUNKS,
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
