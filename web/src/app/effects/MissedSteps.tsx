import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Tells the router of a step back or forward that happened during hydration, before the router listened. */
export function MissedSteps() {
  const [{ pathname, search }] = useState(useLocation());
  useEffect(() => {
    const now = window.location;
    if (pathname + search !== now.pathname + now.search)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, [pathname, search]);
  return null;
}
