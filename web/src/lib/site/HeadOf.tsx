import type { PageText } from '@shop/contracts/heads';
import type { PageName } from '@shop/contracts/pages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSiteName } from '../calls/config-api';
import { withRetry } from '../loading/with-retry';

const here = () => window.location.origin + window.location.pathname;

/** Whether the head of the document belongs to the present address. */
const tellsOfHere = () => document.querySelector('meta[property="og:url"]')?.getAttribute('content') === here();

/**
 * Sets title, description and address of a page, for the tab and for sharing. It changes only tags that the page from the gateway
 * has: a page for an outage has no address.
 */
export function sayHead({ title, description }: Required<PageText>, address = here()) {
  document.title = title;
  for (const [tag, attribute, text] of [
    ['meta[name="description"]', 'content', description],
    ['meta[property="og:title"], meta[name="twitter:title"]', 'content', title],
    ['meta[property="og:description"], meta[name="twitter:description"]', 'content', description],
    ['meta[property="og:url"]', 'content', address],
    ['link[rel="canonical"]', 'href', address],
  ] as const) {
    for (const element of document.head.querySelectorAll(tag)) element.setAttribute(attribute, text);
  }
}

type Heads = typeof import('@shop/contracts/heads');

/**
 * Sets the head of the document for the content `name`. The first page has its head from the gateway; the texts of other pages
 * load when a visitor opens them.
 */
export function useHead(name: string, text: (heads: Heads) => PageText | undefined, isInPlace = tellsOfHere) {
  const siteName = useSiteName();
  const ours = useRef(false);
  const applyHead = useEffectEvent((heads: Heads) => {
    const pageText = text(heads);
    if (pageText) sayHead(heads.shownText(pageText, siteName));
  });
  useEffect(() => {
    if (!ours.current && isInPlace()) return;
    ours.current = true;
    let isCancelled = false;
    void withRetry(() => import('@shop/contracts/heads')).then(
      (heads) => isCancelled || applyHead(heads),
      () => {}, // the previous page's title stays
    );
    return () => {
      isCancelled = true;
    };
  }, [name, siteName, isInPlace]);
}

export function HeadOf({ page }: { page: PageName }) {
  useHead(page, ({ HEADS }) => (HEADS[page].saidByPage ? undefined : HEADS[page]));
  return null;
}
