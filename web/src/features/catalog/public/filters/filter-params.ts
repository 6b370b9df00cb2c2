import { BPM_FILTER, PRICE_FILTER } from '@shop/contracts/constants';
import { isSort } from './finding';
import { NO_FILTERS, type Facet, type Filters, type Range } from './filters';

const NAMES: Record<Facet, string> = { categories: 'genre', keys: 'key', types: 'type' };
const RANGES = { price: PRICE_FILTER, bpm: BPM_FILTER };

function readRange(text: string | null, { min, max, step }: { min: number; max: number; step: number }): Range {
  const [from, to] = (/^(\d+)-(\d+)$/.exec(text ?? '')?.slice(1) ?? []).map((part) =>
    Math.min(Math.max(Math.round(Number(part) / step) * step, min), max),
  );
  return from === undefined || to === undefined || from > to ? [min, max] : [from, to];
}

const SEARCH_MAX = 100;
const readId = (text: string | null) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null);
const readSort = (text: string | null) => (isSort(text) ? text : NO_FILTERS.sort);

/** Reads the filters from an address, so that a choice can be shared and survives going back. Invalid values count as no filter. */
export const readFilters = (params: URLSearchParams): Filters => ({
  price: readRange(params.get('price'), RANGES.price),
  bpm: readRange(params.get('bpm'), RANGES.bpm),
  categories: params.getAll(NAMES.categories),
  keys: params.getAll(NAMES.keys),
  types: params.getAll(NAMES.types),
  search: (params.get('q') ?? '').slice(0, SEARCH_MAX),
  mixes: readId(params.get('mixes')),
  sort: readSort(params.get('sort')),
});

/** Writes the filters into `params`; filters that are not set are left out. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['price', 'bpm'] as const) {
    const whole = NO_FILTERS[name];
    if (filters[name].every((value, i) => value === whole[i])) next.delete(name);
    else next.set(name, filters[name].join('-'));
  }
  for (const facet of Object.keys(NAMES) as Facet[]) {
    next.delete(NAMES[facet]);
    filters[facet].forEach((value) => next.append(NAMES[facet], value));
  }
  const single = { q: filters.search.trim(), mixes: filters.mixes, sort: filters.sort === NO_FILTERS.sort ? null : filters.sort };
  for (const [name, value] of Object.entries(single)) {
    if (value) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}
