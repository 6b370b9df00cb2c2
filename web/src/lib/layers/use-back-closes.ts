import { useEffectEvent, useLayoutEffect } from 'react';
import { layers } from './layers';

/** While `open`, the system's Back calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => (open ? layers.add({ close: () => onBack() }) : undefined), [open]);
  // the address may have changed below it
  useLayoutEffect(() => {
    if (open) layers.look();
  });
}
