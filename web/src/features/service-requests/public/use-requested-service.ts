import type { Service } from '@shop/contracts/constants';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOGIN_FIRST, needLogin } from '../../session/ask-to-log-in';
import { useAppDispatch } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { useTurn, useUserId } from '../../session/session';
import { serviceNamed } from './services';

const PARAM = 'order';

/**
 * The open request. The address holds it, so that a login and a reload can return to it
 * (docs/product/service-requests.md#the-service-page). `last` stays while the modal closes; `openings` counts the openings, so
 * that each gets a new form.
 */
export function useRequestedService() {
  const userId = useUserId();
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const requestedService = serviceNamed(params.get(PARAM));
  const opening = userId === null ? null : requestedService;
  const turn = useTurn();
  const [openState, setOpenState] = useState({ open: opening, last: opening, openings: 0, turn });
  // A request stays open when the session expires, because the typed text waits for the same user's next login.
  const open = requestedService === openState.open && turn === openState.turn ? requestedService : opening;
  if (openState.open !== open || openState.turn !== turn)
    setOpenState({ open, last: open ?? openState.last, openings: openState.openings + (open ? 1 : 0), turn });

  const lastTurn = useRef(turn);
  useEffect(() => {
    if (lastTurn.current === turn) return;
    lastTurn.current = turn;
    // After a logout, the next user must not get the previous user's request.
    if (userId === null) setParams((now) => (now.has(PARAM) ? {} : now), { replace: true });
  }, [turn, userId, setParams]);

  return {
    open: open !== null,
    last: openState.last,
    openings: openState.openings,
    request(service: Service) {
      const to = `${paths.service}?${PARAM}=${service}`;
      if (dispatch(needLogin(LOGIN_FIRST, { kind: 'go', to })) !== null) setParams({ [PARAM]: service }, { replace: true });
    },
    /** Closes only the given service, because an answer may arrive when another request is open. */
    close(service: Service | null = openState.last) {
      setParams((now) => (now.get(PARAM) === service ? {} : now), { replace: true });
    },
  };
}
