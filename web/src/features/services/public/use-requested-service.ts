import type { Service } from '@shop/contracts/constants';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOGIN_FIRST, needLogin } from '../../session/ask-to-log-in';
import { useAppDispatch } from '../../../lib/hooks';
import { paths } from '../../../lib/paths';
import { useUserId } from '../../session/session';
import { serviceNamed } from './services';

const PARAM = 'order';

/**
 * Which request is open. The address says it, so that a login and a reload can come back to it
 * (docs/product/service-requests.md#the-service-page); `last` stays while the modal closes, and `openings` makes each opening a
 * new form.
 */
export function useRequestedService() {
  const userId = useUserId();
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const wanted = serviceNamed(params.get(PARAM));
  const opening = userId === null ? null : wanted;
  const [seen, setSeen] = useState({ open: opening, last: opening, openings: 0 });
  // one that is open stays so when the session ends: what was typed waits for the next login
  const open = wanted === seen.open ? wanted : opening;
  if (seen.open !== open) setSeen({ open, last: open ?? seen.last, openings: seen.openings + (open ? 1 : 0) });

  return {
    open: open !== null,
    last: seen.last,
    openings: seen.openings,
    request(service: Service) {
      const to = `${paths.service}?${PARAM}=${service}`;
      if (dispatch(needLogin(LOGIN_FIRST, { kind: 'go', to })) !== null) setParams({ [PARAM]: service }, { replace: true });
    },
    /** Only the one that is meant: an answer may come when another is open. */
    close(service: Service | null = seen.last) {
      setParams((now) => (now.get(PARAM) === service ? {} : now), { replace: true });
    },
  };
}
