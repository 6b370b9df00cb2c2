import type { PageText } from '@shop/contracts/heads';
import type { PageName } from '@shop/contracts/pages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSiteName } from '../calls/config-api';
import { withRetry } from '../loading/with-retry';
import { sayHead, tellsOfHere } from './say-head';

type Heads = typeof import('@shop/contracts/heads');

/**
 * Sets the head of the document for the content `name`. The first page has its head from the gateway; the texts of other pages
 * load when a visitor opens them.
 */
export function useHead(name: string, text: (heads: Heads) => PageText | undefined, isInPlace = tellsOfHere) {
  const siteName = useSiteName();
  const ours = useRef(false);
  const say = useEffectEvent((heads: Heads) => {
    const pageText = text(heads);
    if (pageText) sayHead(heads.shownText(pageText, siteName));
  });
  useEffect(() => {
    if (!ours.current && isInPlace()) return;
    ours.current = true;
    let isCancelled = false;
    void withRetry(() => import('@shop/contracts/heads')).then(
      (heads) => isCancelled || say(heads),
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
