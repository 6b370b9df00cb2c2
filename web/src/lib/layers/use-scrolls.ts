import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether the element of `ref` has more content than it shows. It grows with its content until it scrolls, so observing its own
 * size is enough.
 */
export function useScrolls<Kind extends HTMLElement>() {
  const ref = useRef<Kind>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, scrolls };
}
