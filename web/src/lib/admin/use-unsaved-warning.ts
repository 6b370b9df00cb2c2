import { useEffect, useEffectEvent } from 'react';

const QUESTION = 'You have unsaved changes. Leave without saving?';

/**
 * Asks before a user leaves a form with unsaved changes: by a link, by a button elsewhere with `data-leaves`, by back and
 * forward, by closing the tab.
 * @returns a function for buttons that lead away: it asks too, and answers true when the user may leave
 */
export function useUnsavedWarning(isUnsaved: boolean): () => boolean {
  const mayLeave = () => !isUnsaved || window.confirm(QUESTION);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const way = event.target instanceof Element ? event.target.closest('a[href], [data-leaves]') : null;
    if (!way || (way instanceof HTMLAnchorElement && !leads(event, way)) || mayLeave()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => isUnsaved && event.preventDefault());

  // On popstate it would be too late, because the router hears that first. Browsers without the navigation API do not ask here.
  const onTraverse = useEffectEvent((event: Event) => {
    const { navigationType, destination } = event as Event & { navigationType?: string; destination?: { url: string } };
    const leaves = navigationType === 'traverse' && destination?.url !== window.location.href; // else Back only closes a dialog
    if (leaves && event.cancelable && !mayLeave()) event.preventDefault();
  });

  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget };
    const traverse = (event: Event) => onTraverse(event);
    const click = (event: MouseEvent) => onClick(event);
    const unload = (event: BeforeUnloadEvent) => void onUnload(event);
    navigation?.addEventListener('navigate', traverse);
    document.addEventListener('click', click, true);
    window.addEventListener('beforeunload', unload);
    return () => {
      navigation?.removeEventListener('navigate', traverse);
      document.removeEventListener('click', click, true);
      window.removeEventListener('beforeunload', unload);
    };
  }, []);

  return mayLeave;
}

/** Whether a click on the link leaves this page, and not for another tab or for a place on the same page. */
function leads(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target && link.target !== '_self') return false;
  if (link.hasAttribute('download')) return false;
  const { pathname, search, origin } = new URL(link.href, window.location.href);
  const here = window.location;
  return origin !== here.origin || pathname !== here.pathname || search !== here.search;
}
