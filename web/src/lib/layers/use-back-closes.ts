import { useEffectEvent, useLayoutEffect } from 'react';
import { layers } from './layers';

/** While `open`, the browser's Back calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => (open ? layers.add({ close: () => onBack() }) : undefined), [open]);
  // The address below the layer may have changed.
  useLayoutEffect(() => {
    if (open) layers.look();
  });
}
