import { useCallback, useEffect, useRef } from 'react';

/**
 * @returns whether the component is still mounted. After sending, a form must not navigate when its user has already left the
 * page.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return useCallback(() => isMounted.current, []);
}
