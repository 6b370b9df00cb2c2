import type { Service } from '../services';
import { rowIn, type Invariant } from './invariant';

const named = (service: Service, name: string, says: string, ownedAll: boolean): Invariant => ({
  name,
  says,
  from: [`${service}.files`, `${service}.kept-files`],
  judge: () => (rows) => {
    const [owner, kept] = [rowIn(rows, `${service}.files`), rowIn(rows, `${service}.kept-files`)];
    if (!kept) return owner?.stray === true ? null : 'is not in the storage';
    return ownedAll && !owner ? 'belongs to nobody' : null;
  },
});

/**
 * Compares stored files with the rows that name them. Covers, recordings and images keep their address for good, even after a track got
 * new ones. Only identity documents must disappear with their owner.
 */
export const FILES: Invariant[] = [
  named(
    'catalog',
    'files-of-tracks',
    'Each cover, recording and waveform that a track or demo track shows is in the storage.',
    false,
  ),
  named('notifications', 'files-of-news', 'Each image of an announcement is in the storage.', false),
  named(
    'sellers',
    'files-of-stores',
    'Each identity document is in the storage, and none is there that belongs to no store.',
    true,
  ),
];
