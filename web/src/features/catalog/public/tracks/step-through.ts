import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
// jsdom has no layout.
const isShown = (one: HTMLElement) => one.checkVisibility?.({ visibilityProperty: true }) ?? true;
const isReached = (one: HTMLElement) => one.tabIndex >= 0 && !one.matches(':disabled') && isShown(one);

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
  const outside = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => !feed.contains(one) && isReached(one));
  const follows = (one: HTMLElement) => (feed.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (key === 'End') return outside.find(follows);
  if (key === 'Home') return outside.filter((one) => !follows(one)).at(-1);
  return undefined;
}
