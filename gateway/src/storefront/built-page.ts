import { createHash } from 'node:crypto';
import type { RenderedPage } from './rendering/render-worker';
import { scriptSafe, splitPage } from './heads/render-head';

type Chunks = { scripts: string[]; styles: string[] };

const SCRIPT = /\s*<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g;
const STYLES = /\s*<link rel="stylesheet"[^>]*\shref="([^"]+)"[^>]*>/g;
/** The element that the app fills. In the build it holds the line that says that the page is loading. */
const ROOT = /<div id="root">[^]*?<\/div>/;
/** React begins its output with preload links for pictures. They are left out: the head preloads the pictures that matter. */
const REACTS_PRELOADS = /^(?:<link rel="preload"[^>]*\/>)+/;

/** The page as Vite built it, to be filled for each address. `styleAt` reads a style sheet of the build. */
export function readBuiltPage(html: string, styleAt: (address: string) => string | undefined) {
  const [before, headRest, after] = splitPage(html);
  const app = SCRIPT.exec(headRest)?.[1];
  const appParts = [...headRest.matchAll(PRELOADS)].map(([, href]) => href ?? '');
  const appStyles = [...headRest.matchAll(STYLES)].map(([, href]) => href ?? '');
  const quietHead = [SCRIPT, PRELOADS, STYLES].reduce((head, mark) => head.replace(mark, ''), headRest);
  const [body = '', afterRoot = ''] = after.split(ROOT);

  return {
    /** The hashes by which the content security policy allows the page's inline scripts. */
    hashes: [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script]) =>
        `sha256-${createHash('sha256')
          .update(script ?? '')
          .digest('base64')}`,
    ),
    /** The page for rendering in the browser; `plain` is what it shows without scripts, above the line that says so. */
    shell: (head: string, chunks: string, plain: string) =>
      before + head + headRest + chunks + after.replace('<noscript>', () => `<noscript>${plain}`),
    /** The page with the server's rendering. Its own script loads the app once the page is painted (web/src/start/load-app.ts). */
    rendered: (head: string, { scripts, styles }: Chunks, { body: markup, state }: RenderedPage) => {
      const parts = `data-app="${app}" data-parts="${appParts.join(' ')}" data-page-parts="${scripts.join(' ')}"`;
      const root = `<div id="root" ${parts}>${markup.replace(REACTS_PRELOADS, '')}</div>`;
      const json = `<script type="application/json" id="rendered-page">${scriptSafe(state)}</script>`;
      return (
        before +
        inlineStyles([...appStyles, ...styles], styleAt) +
        head +
        quietHead +
        styleLinks([...appStyles, ...styles]) +
        body +
        root +
        json +
        afterRoot
      );
    },
  };
}

/** Puts the styles into the page: a browser paints nothing before it has them, and a file would take another round trip. */
const inlineStyles = (styles: string[], styleAt: (address: string) => string | undefined) =>
  `<style>${styles
    .map((href) => styleAt(href) ?? '')
    .join('\n')
    .replaceAll('</style', '')}</style>\n    `;

/**
 * Links to the style sheets whose text `inlineStyles` has put into the page. The app looks for such links before it loads a part's
 * styles, which would otherwise override the styles that come after them. `disabled` keeps the browser from fetching them.
 */
const styleLinks = (styles: string[]) => styles.map((href) => `<link rel="stylesheet" href="${href}" disabled />`).join('');
