import type { PageName } from '@shop/contracts/pages';
import { useEffect, useRef } from 'react';
import { useSiteName } from '../calls/config-api';
import { persistently } from '../loading/persistently';
import { sayHead, tellsOfHere } from './say-head';

/**
 * The head of a page of the registry. The gateway has already put the head of the first page in place; the texts of the other pages are
 * loaded when somebody goes there.
 */
export function HeadOf({ page }: { page: PageName }) {
  const siteName = useSiteName();
  const ours = useRef(false);
  useEffect(() => {
    if (!ours.current && tellsOfHere()) return;
    ours.current = true;
    let left = false;
    void persistently(() => import('@shop/contracts/heads')).then(
      ({ HEADS, SHOP_DESCRIPTION, titleOf }) => {
        const head = HEADS[page];
        if (!left && !head.saidByPage) sayHead(titleOf(head, siteName), head.description ?? SHOP_DESCRIPTION);
      },
      () => {}, // the previous page's title stays
    );
    return () => {
      left = true;
    };
  }, [page, siteName]);
  return null;
}
