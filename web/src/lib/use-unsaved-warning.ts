import { useEffect, useEffectEvent } from 'react';

const QUESTION = 'You have unsaved changes. Leave without saving?';

/**
 * Asks before a form with unsaved changes is left: by a link, by back and forward, by closing the tab. → what a button that leads
 * away asks before it does: true when the page may be left.
 */
export function useUnsavedWarning(unsaved: boolean): () => boolean {
  const mayLeave = () => !unsaved || window.confirm(QUESTION);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !leads(event, link) || mayLeave()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => unsaved && event.preventDefault());

  // the router has not heard of it yet: listeners that capture come first
  const onBack = useEffectEvent((event: PopStateEvent, place: Place) => {
    if (place.returning) {
      place.returning = false;
      return event.stopImmediatePropagation();
    }
    if (mayLeave()) return;
    event.stopImmediatePropagation();
    place.returning = true;
    window.history.go(place.index - indexOf(event.state));
  });

  useEffect(() => {
    const place: Place = { index: indexOf(window.history.state), returning: false };
    const back = (event: PopStateEvent) => onBack(event, place);
    const click = (event: MouseEvent) => onClick(event);
    const unload = (event: BeforeUnloadEvent) => void onUnload(event);
    window.addEventListener('popstate', back, true);
    document.addEventListener('click', click, true);
    window.addEventListener('beforeunload', unload);
    return () => {
      window.removeEventListener('popstate', back, true);
      document.removeEventListener('click', click, true);
      window.removeEventListener('beforeunload', unload);
    };
  }, []);

  return mayLeave;
}

type Place = { index: number; /** The next popstate is our own way back. */ returning: boolean };

/** The router numbers the entries of the history. */
const indexOf = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;

/** Whether a click on the link takes this page away: not into another tab, not to a place on the page. */
function leads(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target && link.target !== '_self') return false;
  if (link.hasAttribute('download')) return false;
  const { pathname, search, origin } = new URL(link.href, window.location.href);
  const here = window.location;
  return origin !== here.origin || pathname !== here.pathname || search !== here.search;
}
