import type { TrackSort } from '@shop/contracts/constants';

export const SORTS = {
  newest: 'Newest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  slowest: 'Tempo: slow to fast',
  fastest: 'Tempo: fast to slow',
  played: 'Most played',
} as const satisfies Partial<Record<TrackSort, string>>;
export type Sort = keyof typeof SORTS;
export const isSort = (text: string | null): text is Sort => text !== null && Object.hasOwn(SORTS, text);
