import { BPM_FILTER, KEY_MODES, MIX_PERCENT, PRICE_FILTER, SEARCH_MAX, type TrackExtra } from '@shop/contracts/constants';
import { NO_FILTERS, type Facet, type Filters, type Range, isSort } from './filters';

const NAMES: Record<Facet, string> = { categories: 'genre', keys: 'key', types: 'type', extras: 'with' };
// Not from the contracts' constants, which every page loads.
const EXTRAS = Object.keys({ stems: true, project: true } satisfies Record<TrackExtra, true>);
const RANGES = { price: PRICE_FILTER, bpm: BPM_FILTER };

function readRange(text: string | null, { min, max, step }: { min: number; max: number; step: number }): Range {
  const [from, to] = (/^(\d+)-(\d+)$/.exec(text ?? '')?.slice(1) ?? []).map((part) =>
    Math.min(Math.max(Math.round(Number(part) / step) * step, min), max),
  );
  return from === undefined || to === undefined || from > to ? [min, max] : [from, to];
}

/** The limits of the server's ProductSearchQuery. */
const CHOICES = { most: 60, letters: 60 };
const readChoices = (params: URLSearchParams, name: string) =>
  [...new Set(params.getAll(name))]
    .filter((value) => value !== '' && value.length <= CHOICES.letters)
    .sort()
    .slice(0, CHOICES.most);
const MAX_ID = 2 ** 31 - 1;
const readId = (text: string | null) => (/^[1-9]\d{0,9}$/.test(text ?? '') && Number(text) <= MAX_ID ? Number(text) : null);
const readMode = (text: string | null) => KEY_MODES.find((mode) => mode === text) ?? null;
function readWithin(text: string | null) {
  const percent = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
  return percent >= MIX_PERCENT.min && percent <= MIX_PERCENT.max ? percent : NO_FILTERS.within;
}
const readSort = (text: string | null) => (isSort(text) ? text : NO_FILTERS.sort);

/** Reads the filters from an address, so that a choice can be shared and survives Back. Invalid values count as no filter. */
export const readFilters = (params: URLSearchParams): Filters => ({
  price: readRange(params.get('price'), RANGES.price),
  bpm: readRange(params.get('bpm'), RANGES.bpm),
  halfDouble: params.get('half_double') === '1',
  mode: readMode(params.get('mode')),
  categories: readChoices(params, NAMES.categories),
  keys: readChoices(params, NAMES.keys),
  types: readChoices(params, NAMES.types),
  extras: EXTRAS.filter((extra) => params.getAll(NAMES.extras).includes(extra)),
  search: (params.get('q') ?? '').slice(0, SEARCH_MAX),
  mixes: readId(params.get('mixes')),
  within: readWithin(params.get('within')),
  sort: readSort(params.get('sort')),
});

/** Writes the filters into `params`, and leaves out those that are not set. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('after'); // the cursor of another list
  for (const name of ['price', 'bpm'] as const) {
    const fullRange = NO_FILTERS[name];
    if (filters[name].every((value, i) => value === fullRange[i])) next.delete(name);
    else next.set(name, filters[name].join('-'));
  }
  for (const facet of Object.keys(NAMES) as Facet[]) {
    next.delete(NAMES[facet]);
    filters[facet].forEach((value) => next.append(NAMES[facet], value));
  }
  const unless = <Value>(value: Value, usual: Value) => (value === usual ? null : value);
  const single = {
    half_double: filters.halfDouble ? 1 : null,
    mode: filters.mode,
    q: filters.search.trim(),
    mixes: filters.mixes,
    within: unless(filters.within, NO_FILTERS.within),
    sort: unless(filters.sort, NO_FILTERS.sort),
  };
  for (const [name, value] of Object.entries(single)) {
    if (value) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}

/** The filters as a search. It names the pages in the cache, and is their query (docs/product/catalogue.md#search). */
export const searchOf = (filters: Filters) => writeFilters(new URLSearchParams(), filters).toString();
