import { useEffect, useRef, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { layers } from '#lib/layers/layers.ts';
import type { ListView } from '../tracks/track-list-props';
import { readFilters, writeFilters } from './filter-params';
import type { Filters } from './filters';

const WRITE_AFTER_MS = 250; // browsers refuse frequent changes of the address, such as every step of a slider
/** Parameters that pass many values on the way to the intended one, because they are typed or slid. */
const GLIDING = ['q', 'price', 'bpm'];

const toTop = () => window.scrollTo({ top: 0, behavior: 'instant' });

/** Whether two searches differ only in these parameters. */
function differOnlyIn(names: string[], before: string, after: URLSearchParams) {
  const otherParams = (params: URLSearchParams) => [...params].filter(([name]) => !names.includes(name)).join('&');
  return otherParams(new URLSearchParams(before)) === otherParams(after);
}

/**
 * Filters and view of the shop. They take effect at once and are kept in the address. Back undoes one choice, or everything that
 * was typed in a row. A new result is shown from its beginning.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const search = params.toString();
  // `wrote` is the search that this hook wrote last, or its replacement. At the next choice, the address may not have it yet.
  const [{ seen, wrote, chosen, linked }, setState] = useState({
    seen: search,
    wrote: search,
    chosen: null as Filters | null,
    linked: null as string | null, // the search of the link that was followed last
  });
  const isStep = useNavigationType() === NavigationType.Push;
  const writing = useRef<number>(undefined);
  const address = useRef(search); // the present address, or the one that is about to be written
  const typing = useRef(false); // whether typing made the newest history entry, which further typing then replaces
  // An address that changed for another reason (a link, going back) wins over the choice made here.
  if (search !== seen)
    setState({
      seen: search,
      wrote: search,
      chosen: search === wrote ? chosen : null,
      linked: isStep && search !== wrote ? search : null,
    });
  const filters = chosen ?? readFilters(params);
  useEffect(() => {
    address.current = search;
  }, [search]);
  useEffect(() => {
    if (chosen) return;
    window.clearTimeout(writing.current);
    typing.current = false;
  }, [chosen]);
  useEffect(() => {
    if (linked !== null) toTop();
  }, [linked]);
  useEffect(() => () => window.clearTimeout(writing.current), []);

  const write = (next: URLSearchParams, replace: boolean) => {
    address.current = next.toString();
    setState((state) => ({ ...state, wrote: next.toString() }));
    setParams(next, { replace, preventScrollReset: true });
  };

  const writeChoice = (next: URLSearchParams) => {
    if (next.toString() === address.current) return;
    const isTyped = differOnlyIn(['q'], address.current, next);
    write(next, layers.takesStep() || (isTyped && typing.current));
    typing.current = isTyped;
  };

  const changeFilters = (next: Filters) => {
    setState((state) => ({ ...state, chosen: next }));
    toTop();
    window.clearTimeout(writing.current);
    const nextParams = writeFilters(params, next);
    if (!differOnlyIn(GLIDING, address.current, nextParams)) return writeChoice(nextParams);
    const from = window.location.href;
    writing.current = window.setTimeout(() => {
      // The address changes before the next page is drawn. A visitor who has left by a link must not be brought back.
      if (window.location.href === from) writeChoice(nextParams);
    }, WRITE_AFTER_MS);
  };
  const view: ListView = params.get('view') === 'covers' ? 'covers' : 'rows';
  const changeView = (next: ListView) => {
    window.clearTimeout(writing.current);
    const nextParams = writeFilters(params, filters);
    if (next === 'covers') nextParams.set('view', next);
    else nextParams.delete('view');
    write(nextParams, true);
    toTop();
  };
  return { filters, changeFilters, view, changeView };
}
