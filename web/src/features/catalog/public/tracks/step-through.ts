import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
// jsdom has no layout.
const isShown = (element: HTMLElement) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
const isReached = (element: HTMLElement) => element.tabIndex >= 0 && !element.matches(':disabled') && isShown(element);

/** Keys of a feed: Page Up and Page Down move the focus to the neighbouring track, Ctrl+Home and Ctrl+End out of the list. */
export function stepThrough(event: KeyboardEvent<HTMLElement>) {
  const feed = event.currentTarget;
  const there = event.ctrlKey ? around(feed, event.key) : beside(feed, event);
  if (!there) return;
  event.preventDefault();
  there.focus();
}

function beside(feed: HTMLElement, { key, target }: KeyboardEvent<HTMLElement>) {
  const by = { PageUp: -1, PageDown: 1 }[key];
  const tracks = [...feed.querySelectorAll<HTMLElement>('article')];
  const at = tracks.findIndex((track) => track.contains(target as Element));
  if (!by || at < 0) return undefined;
  return tracks[at + by]?.querySelector<HTMLElement>('h3 a');
}

function around(feed: HTMLElement, key: string) {
  const outside = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => !feed.contains(element) && isReached(element),
  );
  const follows = (element: HTMLElement) => (feed.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (key === 'End') return outside.find(follows);
  if (key === 'Home') return outside.filter((element) => !follows(element)).at(-1);
  return undefined;
}
