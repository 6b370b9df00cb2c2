import type { Service } from '@shop/contracts/constants';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOGIN_FIRST } from '../../lib/ask-to-log-in';
import { paths } from '../../lib/paths';
import { useRequireLogin, useUserId } from '../../lib/session';
import { serviceNamed } from './services';

const PARAM = 'order';

/**
 * Which request is open. The address says it, so that Back closes it and a login can come back to it (decision 20);
 * `last` stays while the modal closes, and `openings` makes each opening a new form.
 */
export function useRequestedService() {
  const userId = useUserId();
  const requireLogin = useRequireLogin();
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
      if (requireLogin(LOGIN_FIRST, { kind: 'go', to })) setParams({ [PARAM]: service });
    },
    /** Only the one that is meant: an answer may come when another is open. */
    close(service: Service | null = seen.last) {
      setParams((now) => (now.get(PARAM) === service ? {} : now), { replace: true });
    },
  };
}
