import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Fonts are named by content only after the build, so their preload links are written then. */
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

const gateway = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), preloadFonts],
  html: { cspNonce: '__CSP_NONCE__' }, // the gateway puts a fresh one in; PayPal's script gets it too
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': gateway, '/media': gateway } },
  build: { target: 'es2022', manifest: true },
});
