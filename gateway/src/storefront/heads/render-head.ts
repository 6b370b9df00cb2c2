import { coverSet } from '@shop/contracts/covers';
import type { Head, Preload } from './head';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** JSON that cannot end its script element. */
export const scriptSafe = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const metaTag = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`;

/** The preview picture of pages without their own picture. It shows no shop name, because the name is configuration. */
const HOUSE_IMAGE = '/social.png';

/** The attributes must match the request that the page makes later, or the browser fetches it twice. */
const preload = (hint: Preload) =>
  'data' in hint
    ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(hint.data)}" />`
    : `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(coverSet(hint.cover))}" imagesizes="${escapeHtml(hint.sizes)}" />`;

/** The links to the scripts and style sheets of the page's own chunk. */
export const renderChunks = ({ scripts, styles }: { scripts: string[]; styles: string[] }): string =>
  [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}" />`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}" />`),
  ].join('\n    ');

/** The tags of a head as HTML. `origin` makes addresses absolute. */
export function renderHead(head: Head, siteName: string, origin: string): string {
  const address = (path: string) => new URL(path, origin).href;
  const canonical = head.path === undefined ? undefined : address(head.path);
  const image = address(head.image ?? HOUSE_IMAGE);
  const jsonLd = head.jsonLd && absolute(head.jsonLd, address);
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    metaTag('description', head.description),
    ...(head.noindex ? [metaTag('robots', 'noindex')] : []),
    ...(canonical && !head.noindex ? [`<link rel="canonical" href="${escapeHtml(canonical)}" />`] : []),
    property('og:site_name', siteName),
    property('og:type', head.type ?? 'website'),
    property('og:title', head.title),
    property('og:description', head.description),
    ...(canonical ? [property('og:url', canonical)] : []),
    property('og:image', image),
    ...(head.more ?? []).map((tag) => property(tag.property, tag.content)),
    metaTag('twitter:card', 'summary_large_image'),
    metaTag('twitter:title', head.title),
    metaTag('twitter:description', head.description),
    metaTag('twitter:image', image),
    ...(head.preload ?? []).map(preload),
    ...(jsonLd ? [`<script type="application/ld+json">${scriptSafe(JSON.stringify(jsonLd))}</script>`] : []),
  ].join('\n    ');
}

const ADDRESSES = new Set(['url', 'image']);

const absolute = (value: unknown, address: (path: string) => string): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([key, child]) => [
          key,
          ADDRESSES.has(key) && typeof child === 'string' ? address(child) : absolute(child, address),
        ]),
      );

/**
 * Splits the built page into three parts: before its own title and description, so that each answer has its own; the rest of its
 * head, so that a page's styles come after the entry's; and the remainder. A track's text goes between them and is never searched.
 */
export function splitPage(html: string): [before: string, head: string, after: string] {
  const bare = html.replace(/\s*<meta\s+name="description"[^>]*>/, '');
  const title = /<title>[^<]*<\/title>/.exec(bare);
  const doctype = /^<!doctype html>/i.exec(bare)?.[0] ?? '';
  const start = title?.index ?? doctype.length;
  const afterTitle = bare.slice(start + (title?.[0].length ?? 0));
  const end = Math.max(0, afterTitle.indexOf('</head>'));
  return [bare.slice(0, start), afterTitle.slice(0, end), afterTitle.slice(end)];
}
