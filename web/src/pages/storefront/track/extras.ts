import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';

/** What the page of a track loads once it is usable: in one chunk, because the first load has the name of each chunk. */
export { WideWaveform } from '#features/player/public/WideWaveform.tsx';
export { BesideFacts } from '#features/catalog/public/track/Inside.tsx';
export { ShareTrack } from '#features/catalog/public/track/ShareTrack.tsx';
export { Incomplete } from './Incomplete';
export { StoreTracks } from './StoreTracks';

/** For those who are logged in; its words about times are in the account's chunk. */
export const TrackHold = lazyWithRetry(async () => (await import('./TrackHold')).TrackHold, { quiet: true });
