import type { PageText } from '@shop/contracts/heads';
import type { PageName } from '@shop/contracts/pages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSiteName } from '../calls/config-api';
import { persistently } from '../loading/persistently';
import { sayHead, tellsOfHere } from './say-head';

type Heads = typeof import('@shop/contracts/heads');

/**
 * Sets the head of what is shown, which `name` tells from all else. The gateway has already put the head of the first page in place; the
 * texts of others are loaded when somebody goes there.
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
    void persistently(() => import('@shop/contracts/heads')).then(
      (heads) => left || say(heads),
      () => {}, // the previous page's title stays
    );
    return () => {
      left = true;
    };
  }, [name, siteName, isInPlace]);
}

/** The head of a page of the registry. */
export function HeadOf({ page }: { page: PageName }) {
  useHead(page, ({ HEADS }) => (HEADS[page].saidByPage ? undefined : HEADS[page]));
  return null;
}
