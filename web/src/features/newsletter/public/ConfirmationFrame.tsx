import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * How long to wait after the frame has loaded, and in all. The shop's own frame posts its outcome while it loads, so a silent
 * frame is not the shop's, and a frame that never loads means that the shop is down.
 */
const SILENCE_MS = 1000;
const GIVE_UP_MS = 15_000;

export type Confirmation = 'confirmed' | 'refused' | 'error';

/**
 * Confirms a subscription by loading its link in a hidden frame, which posts its outcome (docs/product/newsletter.md#confirming).
 * Reports the outcome once.
 */
export function ConfirmationFrame({ token, onOutcome }: { token: string; onOutcome: (outcome: Confirmation) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hasReported = useRef(false);
  const silence = useRef<number>(undefined);
  const report = useEffectEvent((outcome: Confirmation) => {
    if (hasReported.current) return;
    hasReported.current = true;
    onOutcome(outcome);
  });

  useEffect(() => {
    const iframe = frame.current;
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== iframe?.contentWindow || !isOutcome(data)) return;
      report(data.success ? 'confirmed' : 'refused');
    };
    const onLoad = () => {
      silence.current = window.setTimeout(() => report('error'), SILENCE_MS);
    };
    const down = window.setTimeout(() => report('error'), GIVE_UP_MS);
    window.addEventListener('message', onMessage);
    iframe?.addEventListener('load', onLoad);
    return () => {
      window.removeEventListener('message', onMessage);
      iframe?.removeEventListener('load', onLoad);
      clearTimeout(down);
      clearTimeout(silence.current);
    };
  }, []);

  return <iframe ref={frame} hidden title="Confirmation" src={`/api/confirm-subscription/${encodeURIComponent(token)}`} />;
}

const isOutcome = (data: unknown): data is { type: 'subscription'; success: boolean } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'subscription' && 'success' in data;
