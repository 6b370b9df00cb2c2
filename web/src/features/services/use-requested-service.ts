import type { Service } from '@shop/contracts/constants';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useRequireLogin, useUserId } from '../../lib/session';
import { serviceNamed } from './services';

const PARAM = 'order';
export const LOGIN_FIRST = 'Please log in or register to continue.';

/**
 * Which request is open. The address says it, so that Back closes it and a login can come back to it (decision 20);
 * `last` stays while the modal closes, and `openings` makes each opening a new form.
 */
export function useRequestedService() {
  const userId = useUserId();
  const requireLogin = useRequireLogin();
  const [params, setParams] = useSearchParams();
  const open = userId === null ? null : serviceNamed(params.get(PARAM));
  const [seen, setSeen] = useState({ open, last: open, openings: 0 });
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
