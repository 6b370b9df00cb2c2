import { useCallback, useEffect, useRef } from 'react';

/** → whether the component is still there. Who has gone to another page while a form was sent is not taken from it. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return useCallback(() => isMounted.current, []);
}
