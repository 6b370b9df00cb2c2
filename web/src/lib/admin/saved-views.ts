import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { adminSessionOfBrowser } from '../calls/admin-session';
import { inLocalStorage } from '../storage';

/** A named search, order and choice of filters of a list: `search` is its part of the address, without the page. */
type SavedView = { name: string; search: string };
type Views = Record<string, SavedView[]>;

/** The browser keeps the views of each admin apart (docs/product/administration.md#lists-in-the-admin-area). */
const key = () => `adminViews:${adminSessionOfBrowser().userId ?? 0}`;

/** A list of views that somebody changed by hand, or that an older release left, counts as none. */
function isViews(value: unknown): value is SavedView[] {
  const isText = (text: unknown) => typeof text === 'string';
  return Array.isArray(value) && value.every((view: Partial<SavedView> | null) => isText(view?.name) && isText(view?.search));
}

const allViews = (): Views => {
  const value = inLocalStorage((storage) => {
    try {
      return JSON.parse(storage[key()] ?? '{}') as unknown;
    } catch {
      return {};
    }
  });
  const lists = typeof value === 'object' && value ? Object.entries(value) : [];
  return Object.fromEntries(lists.filter((list): list is [string, SavedView[]] => isViews(list[1])));
};

/** The same filters are the same view, in whatever order they were set. */
function filtersOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}

/**
 * The views that this admin saved of the list at this address, in this browser. `current` is the one that the address shows;
 * `save` gives the address a name, and takes the name from another view that has it.
 */
export function useSavedViews() {
  const { pathname, search } = useLocation();
  const [, setChanges] = useState(0); // a change is read from the storage again
  const views = allViews()[pathname] ?? [];
  const filters = filtersOf(search);
  const current = views.find((view) => view.search === filters);

  function store(change: (views: SavedView[]) => SavedView[]) {
    const all = allViews();
    const list = change(all[pathname] ?? []);
    inLocalStorage((storage) => (storage[key()] = JSON.stringify({ ...all, [pathname]: list })));
    setChanges((count) => count + 1);
  }
  const save = (name: string) =>
    store((list) => [...list.filter((view) => view.name !== name && view.search !== filters), { name, search: filters }]);
  const remove = (name: string) => store((list) => list.filter((view) => view.name !== name));
  return { views, current, save, remove };
}
