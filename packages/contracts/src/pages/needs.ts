import { FIRST_TRACKS, HOT_TRACKS } from '../constants/catalog';
import { fillAddress, PAGE_NAMES, type PageName, type ParamsOf } from '../pages';
import type { Calls } from '../routes';

/** A call of the API that a page makes as soon as it is drawn, and the query under which the page's code keeps the answer. */
export type Need = {
  query: 'searchTracks' | 'hotTracks' | 'track' | 'similarTracks' | 'demos';
  arg: string | number | undefined;
  address: string;
  /** Set when the page's head announces the call, so that the browser makes it before the page's code arrives. */
  announced?: true;
};

/** The part of an address that a page's calls depend on: the id of a track, or the search in the shop's address. */
type AddressPart = { id?: number; search?: string };

type ReadCall = Extract<keyof Calls, `GET /api/${string}`>;
/** The address of a call; the compiler checks its name against the routes. */
const addressOf = <Call extends ReadCall>(call: Call, ...params: ParamsOf<Call>) =>
  fillAddress(call, ...params).slice('GET '.length);

const SEARCH = addressOf('GET /api/products/search');

const firstTracks = (search: string): Need => ({
  query: 'searchTracks',
  arg: search,
  address: `${SEARCH}?${search ? `${search}&` : ''}limit=${FIRST_TRACKS}`,
  announced: true,
});
const track = (id: number): Need => ({
  query: 'track',
  arg: id,
  address: addressOf('GET /api/products/:id', { id }),
  announced: true,
});
const hotTracks: Need = {
  query: 'hotTracks',
  arg: HOT_TRACKS,
  address: `${SEARCH}?${new URLSearchParams({ sort: 'hottest', limit: String(HOT_TRACKS) })}`,
};
const similarTracks = (id: number): Need => ({
  query: 'similarTracks',
  arg: id,
  address: addressOf('GET /api/products/:id/similar', { id }),
});
const demos: Need = { query: 'demos', arg: undefined, address: addressOf('GET /api/demos') };

/** The calls of each page: always the same, or by the page's address. */
const NEEDS: Partial<Record<PageName, Need[] | ((params: AddressPart) => Need[])>> = {
  home: [firstTracks(''), hotTracks],
  shop: ({ search = '' }) => [firstTracks(search)],
  // An address without a proper id names no track.
  track: ({ id = NaN }) => [track(id), similarTracks(id)],
  service: [demos],
};

/** The calls that a page makes as soon as it is drawn. */
export function needsOf(name: PageName, params: AddressPart = {}): Need[] {
  const needs = NEEDS[name] ?? [];
  return typeof needs === 'function' ? needs(params) : needs;
}

/** The addresses of the calls that the head of a page announces. */
export const announcedBy = (name: PageName, params?: AddressPart): string[] =>
  needsOf(name, params).flatMap((need) => (need.announced ? [need.address] : []));

/** The pages whose calls depend on the address, so that anybody can make up any number of them. */
export const NEEDING_BY_ADDRESS = PAGE_NAMES.filter((name) => typeof NEEDS[name] === 'function');

/** The address of the tracks behind a cursor of a search, which only visitors without scripts use. */
export const tracksBehind = (search: string, after: string) =>
  `${SEARCH}?${new URLSearchParams([...new URLSearchParams(search), ['after', after], ['limit', String(FIRST_TRACKS)]])}`;
