import { site } from './notifications-app';
import type { Received } from './smtp-inbox';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (html: string) => html.replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => decoded(url!));
/** The words and links that a reader of the HTML sees. */
const visibleText = (html: string) => `${decoded(html.replace(/<[^>]+>/g, ' '))} ${linksIn(html).join(' ')}`;

/** The HTML has the shop's look, the text version has all its words, and every link leads to the shop. */
export function expectGoodMail({ subject, html, text }: Received) {
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).toContain('#d9ff42');
  expect(visibleText(html)).toContain(subject);
  const content = text.toLowerCase();
  expect(
    visibleText(html.replace(/^.*<body/s, '<body'))
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word && !content.includes(word)),
  ).toEqual([]);
  for (const version of [html, text]) expect(version).not.toMatch(/\b(undefined|NaN|null)\b|\[object/);
  expect(linksIn(html).filter((url) => !url.startsWith(site.url))).toEqual([]);
}

/** Both versions say each of the words. */
export function expectBothSay({ html, text }: Received, words: readonly string[]) {
  for (const version of [visibleText(html), text]) for (const word of words) expect(version).toContain(word);
}
