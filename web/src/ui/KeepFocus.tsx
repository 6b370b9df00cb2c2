import { useEffect, useRef, type ReactNode } from 'react';

/** Buttons of one kind look alike, whatever they are called. */
const kindOf = (element: Element) => `${element.className} ${element.querySelector('svg')?.getAttribute('class') ?? ''}`;

/**
 * A list whose lines can be taken out: when the line that has the focus goes away, the focus goes to the same button of the line
 * that takes its place, or of the last one, or else to what `otherwise` selects. It never falls to the body.
 */
export function KeepFocus({ otherwise = 'h1', children }: { otherwise?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const within = area.current!;
    const alike = (kind: string) => [...within.querySelectorAll<HTMLElement>('button')].filter((one) => kindOf(one) === kind);
    let last: { button: Element; kind: string; at: number } | null = null;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLButtonElement)) return void (last = null);
      const kind = kindOf(target);
      last = { button: target, kind, at: alike(kind).indexOf(target) };
    };
    const observer = new MutationObserver(() => {
      if (!last || last.button.isConnected || document.activeElement !== document.body) return;
      const left = alike(last.kind);
      const next = left[Math.min(last.at, left.length - 1)] ?? document.querySelector<HTMLElement>(otherwise);
      last = null;
      if (!next) return;
      if (next.tabIndex < 0) next.tabIndex = -1; // a heading takes the focus only then
      next.focus();
    });
    within.addEventListener('focusin', remember);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [otherwise]);
  return (
    <div ref={area} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
