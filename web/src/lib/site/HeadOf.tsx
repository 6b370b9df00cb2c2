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
    const said = text(heads);
    if (said) sayHead(heads.shownText(said, siteName));
  });
  useEffect(() => {
    if (!ours.current && isInPlace()) return;
    ours.current = true;
    let left = false;
    void withRetry(() => import('@shop/contracts/heads')).then(
      (heads) => left || say(heads),
      () => {}, // the previous page's title stays
    );
    return () => {
      left = true;
    };
  }, [name, siteName, isInPlace]);
}

export function HeadOf({ page }: { page: PageName }) {
  useHead(page, ({ HEADS }) => (HEADS[page].saidByPage ? undefined : HEADS[page]));
  return null;
}
