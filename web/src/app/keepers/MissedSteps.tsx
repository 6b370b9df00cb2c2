import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** A step back or forward while the app was hydrating was heard by nobody: the router hears of it once it listens. */
export function MissedSteps() {
  const [{ pathname, search }] = useState(useLocation());
  useEffect(() => {
    const now = window.location;
    if (pathname + search !== now.pathname + now.search)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, [pathname, search]);
  return null;
}
