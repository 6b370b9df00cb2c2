import { pageNavigation, type PageNavigation } from '../loading/lazy-with-retry';
import { isOutdated } from '../loading/release';
import { toast } from '../toast';

/** What the router keeps in a history entry; nothing in the first one of a visit. */
type Entry = { idx?: number | null; key?: string } | null;
const entry = () => (window.history.state as Entry) ?? {};
const present = () => entry().idx ?? 0;

/**
 * A page that cannot be loaded, as when the browser is offline, takes no other page away: the address has changed already, but the
 * page before is still on the screen, so this steps back to it and says so.
 * @returns what stops it
 */
export function stayOnPage(): () => void {
  /** The number of the history entry whose page is on the screen. */
  let shown = present();
  /** The key of the entry that is being left, because its page could not be loaded. */
  let leaving: string | undefined;

  const usual = { ...pageNavigation };
  const navigation: PageNavigation = {
    present,
    // The visitor may have gone on before the page was drawn.
    onShown(key) {
      if (key === (entry().key ?? 'default')) shown = present();
    },
    stays(wanted) {
      if (present() !== wanted) return true; // the visitor has gone elsewhere
      // The first page of a visit has none before it, and one of a release that is gone is loaded from the new one.
      if (shown === wanted || isOutdated()) return false;
      leaving = entry().key;
      window.addEventListener('popstate', () => (leaving = undefined), { once: true });
      window.history.go(shown - wanted);
      toast.error('The page could not be loaded. Please check your connection and try again.');
      return true;
    },
    isAwaited: () => present() !== shown && entry().key !== leaving,
  };
  Object.assign(pageNavigation, navigation);
  return () => void Object.assign(pageNavigation, usual);
}
